/** Views: some samples of a dataset, which a run reads as if they were all (spec/loader.md 6). */
package io.pcr.loader.view;
