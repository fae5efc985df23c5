package io.pcr.tools;

import io.pcr.format.internal.text.Printable;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** A wrong command line ends in one line that says what is wrong, and where the help is. */
final class UsageLine implements IParameterExceptionHandler {
  @Override
  public int handleParseException(ParameterException e, String[] args) {
    CommandLine command = e.getCommandLine();
    PrintWriter err = command.getErr();
    err.println("pcr: " + Printable.line(e.getMessage()));
    UnmatchedArgumentException.printSuggestions(e, err);
    String name = command.getCommandSpec().qualifiedName();
    boolean root = command.getParent() == null;
    String lists = root ? "the commands." : "the options and two examples.";
    err.println("'" + name + " --help' lists " + lists);
    return ExitCode.USAGE;
  }
}
