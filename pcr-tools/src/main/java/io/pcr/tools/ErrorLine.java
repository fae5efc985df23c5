package io.pcr.tools;

import io.pcr.format.commit.DatasetBusyException;
import io.pcr.format.error.PcrException;
import io.pcr.format.manifest.Manifest;
import io.pcr.tools.terminal.Printable;
import io.pcr.writer.journal.RunRefusedException;
import io.pcr.writer.shard.ShardWriter;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.BooleanSupplier;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/** An error ends in one line and the exit status that fits it; the stack trace is for --debug. */
final class ErrorLine implements IExecutionExceptionHandler {
  /** Commands whose argument is a dataset or a shard. */
  private static final Set<String> DATASET_READERS =
      Set.of("inspect", "quality", "extract", "restore", "append", "check", "rebuild");

  private static final String REPAIR = "'pcr repair' saves what is whole";

  private final BooleanSupplier debug;

  ErrorLine(BooleanSupplier debug) {
    this.debug = debug;
  }

  @Override
  public int handleExecutionException(Exception e, CommandLine command, ParseResult parsed) {
    command.getErr().println("pcr: " + Printable.line(message(e)) + advice(e, command));
    if (debug.getAsBoolean()) {
      e.printStackTrace(command.getErr());
    }
    return status(e);
  }

  private static int status(Exception e) {
    if (e instanceof UsageException
        || e instanceof IllegalArgumentException
        || e instanceof RunRefusedException
        || e instanceof DatasetBusyException) {
      return ExitCode.USAGE;
    }
    return e instanceof PcrException ? ExitCode.FOUND : ExitCode.IO;
  }

  /** What to do about damage in what the command was given to read. */
  private static String advice(Exception e, CommandLine command) {
    if (e instanceof PcrException.Unsupported) {
      return "; a newer version of pcr may know it";
    }
    // What stops a conversion says so, and what it was behind that.
    boolean damage =
        e instanceof PcrException.Corrupt
            || e.getCause() instanceof PcrException.Corrupt
            || isForeignShard(e)
            || isMissingShard(e);
    if (damage && command.getCommandName().equals("verify")) {
      return "; " + REPAIR;
    }
    boolean reads = DATASET_READERS.contains(command.getCommandName());
    return damage && reads ? "; 'pcr verify' lists all damage, " + REPAIR : "";
  }

  /** A file of another kind is damage where it has a shard's name and stands beside a manifest. */
  private static boolean isForeignShard(Exception e) {
    return e instanceof PcrException.NotPcr foreign && isBesideManifest(foreign.source());
  }

  /** A file that is missing beside a manifest is damage; elsewhere it is a slip of the keyboard. */
  private static boolean isMissingShard(Exception e) {
    return e instanceof NoSuchFileException missing && isBesideManifest(missing.getFile());
  }

  private static boolean isBesideManifest(String file) {
    try {
      Path shard = Path.of(file);
      return ShardWriter.number(String.valueOf(shard.getFileName())).isPresent()
          && Files.exists(shard.resolveSibling(Manifest.FILE_NAME));
    } catch (InvalidPathException e) {
      return false; // A URI, or what a record is in.
    }
  }

  private static String message(Exception e) {
    if (e instanceof NoSuchFileException missing) {
      return missing.getFile() + ": no such file or folder";
    }
    if (e instanceof AccessDeniedException denied) {
      return denied.getFile() + ": permission denied";
    }
    if (e instanceof NotDirectoryException file) {
      return file.getFile() + " is not a folder";
    }
    if (e instanceof FileSystemException bare && bare.getReason() == null) {
      return bare.getFile() + ": " + bare.getClass().getSimpleName();
    }
    if (e instanceof IOException
        || e instanceof IllegalArgumentException
        || e instanceof UsageException) {
      return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }
    return "unexpected " + e + "; please report it with the output of --debug";
  }
}
