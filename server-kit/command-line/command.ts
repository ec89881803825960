/** A flag of a command. */
export type Flag = {
  /** What follows the flag, such as `URL` or `on|off`; '' for a flag that takes no value. */
  argument: string
  /** For the help. It is shown with a capital letter and a full stop. */
  help: string
}

export type Flags = Readonly<Record<string, Flag>>

/** What somebody typed after the words of a command. */
export type Given = {
  /** What is neither a word of the command nor a flag, in order. */
  operands: string[]
  /** Every value of every flag that was given, in order; `['on']` for a flag that takes no value. */
  flags: Record<string, string[]>
}

export type Command = {
  /**
   * The words that choose it, and the operands that follow, such as `user role add <USER> <ROLE>`. `<NAME>` must be given,
   * `[NAME]` may be, `<NAME...>` takes one or more. No words where a program does one thing only.
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
  /** How it is started, such as `npm run money --`. */
  name: string
  /** What it does, for the help. Not needed where it does one thing only. */
  about?: string
  commands: readonly Command[]
  /** Flags that every command takes. They may stand anywhere. */
  sharedFlags?: Flags
  /** Shown after everything else in the help of the program. */
  more?: string
}
