package io.pcr.tools;

import io.pcr.format.commit.DatasetBusyException;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.manifest.GenerationNames;
import io.pcr.format.internal.text.FailureText;
import io.pcr.format.internal.text.Printable;
import io.pcr.format.manifest.Manifest;
import io.pcr.tools.dataset.LimitOption;
import io.pcr.writer.internal.shard.ShardWriter;
import io.pcr.writer.journal.RunRejectedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;

/** An error ends in one line and the exit status that fits it; the stack trace is for --debug. */
final class ErrorLine implements IExecutionExceptionHandler {
  private static final String REPAIR = "'pcr repair' saves what is intact";

  private final BooleanSupplier debug;

  ErrorLine(BooleanSupplier debug) {
    this.debug = debug;
  }

  @Override
  public int handleExecutionException(Exception e, CommandLine command, ParseResult parsed) {
    return tell(e instanceof UncheckedIOException unchecked ? unchecked.getCause() : e, command);
  }

  /**
   * Runs what was parsed. Errors of the JVM pass by the handler of exceptions, and must not end in
   * a trace and the exit status of damage.
   */
  int run(ParseResult parsed) {
    try {
      return new RunLast().execute(parsed);
    } catch (Error e) {
      List<CommandLine> commands = parsed.asCommandLineList();
      return tell(e, commands.get(commands.size() - 1));
    }
  }

  private int tell(Throwable e, CommandLine command) {
    Optional<String> shortage = ShortageAdvice.of(e);
    String text = shortage.orElseGet(() -> message(e) + advice(e, command));
    command.getErr().println("pcr: " + Printable.line(text));
    if (debug.getAsBoolean()) {
      e.printStackTrace(command.getErr());
    }
    command.getErr().flush();
    return shortage.isPresent() ? ExitCode.IO : status(e);
  }

  private static int status(Throwable e) {
    if (e instanceof UsageException
        || e instanceof IllegalArgumentException
        || e instanceof RunRejectedException
        || e instanceof DatasetBusyException) {
      return ExitCode.USAGE;
    }
    // What needs a newer reader or a larger limit may be as whole as anything.
    boolean isDamage = e instanceof PcrException found && found.code().isDamage();
    return isDamage ? ExitCode.FOUND : ExitCode.IO;
  }

  /** What to do about damage in what the command was given to read. */
  private static String advice(Throwable e, CommandLine command) {
    if (e instanceof PcrException.Unsupported) {
      return "; another version of pcr may know it";
    }
    String limit = LimitOption.advice(e, command.getCommandSpec());
    if (!limit.isEmpty()) {
      return limit;
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
    boolean reads = readsDataset(command.getCommand());
    String verify = isInsideImages(e) ? "'pcr verify --deep'" : "'pcr verify'";
    return damage && reads ? "; " + verify + " lists all damage, " + REPAIR : "";
  }

  /** Of a command that is a method, its class says so. */
  private static boolean readsDataset(Object command) {
    return command instanceof Method method
        ? ReadsDataset.class.isAssignableFrom(method.getDeclaringClass())
        : command instanceof ReadsDataset;
  }

  /** Such damage shows when images are decoded, or originals restored, and not before. */
  private static boolean isInsideImages(Throwable e) {
    return e instanceof PcrException found
        && switch (found.code()) {
          case IMAGE_CORRUPT, RESTORE_MISMATCH -> true;
          default -> false;
        };
  }

  /**
   * A file of another kind is damage where it has a manifest's name, or that of a shard and stands
   * beside a manifest.
   */
  private static boolean isForeignShard(Throwable e) {
    return e instanceof PcrException.NotPcr foreign
        && (isBesideManifest(foreign.source()) || isManifest(foreign.source()));
  }

  private static boolean isManifest(String file) {
    return GenerationNames.isManifest(file.substring(file.lastIndexOf('/') + 1));
  }

  /** A file that is missing beside a manifest is damage; elsewhere it is a slip of the keyboard. */
  private static boolean isMissingShard(Throwable e) {
    return e instanceof NoSuchFileException missing && isBesideManifest(missing.getFile());
  }

  private static boolean isBesideManifest(String file) {
    try {
      Path shard = Path.of(file);
      return ShardWriter.number(String.valueOf(shard.getFileName())).isPresent()
          && (Files.exists(shard.resolveSibling(Manifest.FILE_NAME))
              || Files.exists(shard.resolveSibling(GenerationNames.of(1))));
    } catch (InvalidPathException e) {
      return false; // A URI, or what a record is in.
    }
  }

  private static String message(Throwable e) {
    if (e instanceof IOException io) {
      return FailureText.of(io);
    }
    if (e instanceof IllegalArgumentException || e instanceof UsageException) {
      return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }
    return "unexpected " + e + "; please report this error with the output of --debug";
  }
}
