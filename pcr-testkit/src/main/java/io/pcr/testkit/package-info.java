/**
 * What the tests of several modules share: pictures, datasets, disks that fail, trees of files. For
 * tests only; the libraries, which are below it, have small fixtures of their own.
 */
package io.pcr.testkit;
