/** A flag of a command. */
export type Flag = {
  /** Value placeholder such as `URL` or `on|off`; '' for a flag without a value. */
  argument: string
  /** For the help. It is shown with a capital letter and a full stop. */
  help: string
}

export type Flags = Readonly<Record<string, Flag>>

/** Parsed arguments of a command. */
export type Given = {
  /** Positional arguments after the command's words, in order. */
  operands: string[]
  /** Every value of every flag that was given, in order; `['on']` for a flag that takes no value. */
  flags: Record<string, string[]>
}

export type Command = {
  /**
   * Command words and operands, such as `user role add <USER> <ROLE>`. `<NAME>` is required, `[NAME]` optional, `<NAME...>` takes one or
   * more. No words for a single-purpose program.
   */
  usage: string
  /** For the help. It is shown with a capital letter and a full stop. */
  summary: string
  /** Shown after everything else in the command's help. */
  more?: string
  flags?: Flags
  /**
   * Does it.
   * @returns the exit code
   * @throws UsageError when the command line is wrong, another OperatorError when it cannot be done
   */
  run: (given: Given) => Promise<number>
}

/** A program that is started at the command line. */
export type Program = {
  /** Invocation, such as `npm run money --`. */
  name: string
  /** Description in the help. Optional for a single-purpose program. */
  about?: string
  commands: readonly Command[]
  /** Flags that every command takes. They may stand anywhere. */
  sharedFlags?: Flags
  /** Shown after everything else in the help of the program. */
  more?: string
}
