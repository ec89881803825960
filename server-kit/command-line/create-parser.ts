import { Help, InvalidArgumentError, Option, Command as Parser } from 'commander'
import { OperatorError } from '../operator-error/index.ts'
import type { Command, Flags, Given, Program } from './command.ts'

/** A command line that was not understood, as opposed to a command that could not be done. */
export class UsageError extends OperatorError {
  override name = 'UsageError'
}

/** Output streams of a command line. */
export type Output = { out: (text: string) => void; err: (text: string) => void }

/**
 * A parser that runs the command it is given, and hands its exit code to `finish`. It throws a CommanderError where it has printed
 * help or refused the command line, and anything that a command throws but UsageError.
 */
export const createParser = (program: Program, { out, err }: Output, finish: (exitCode: number) => void): Parser => {
  const root = new Parser(program.name)
    .exitOverride()
    .configureOutput({ writeOut: out, writeErr: err, outputError: (text, write) => write(`${sentenceOf(text)}\n`) })
    .configureHelp({
      showGlobalOptions: true,
      // Only the printed help is a flat list; suggestions use the commands of one level.
      formatHelp: (parser, helper) =>
        Help.prototype.formatHelp.call(helper, parser, Object.assign(helper, { visibleCommands: leavesOf })),
      subcommandTerm: leaf => [...wordsOf(leaf), leaf.usage().replace('[options]', '').trim()].join(' ').trim(),
    })
    .helpOption('-h, --help', 'Shows this.')
    .showHelpAfterError(`\`${program.name} --help\` lists the commands.`)
    .addHelpText('after', paragraph(program.more))
  if (program.about !== undefined) root.description(program.about)
  addFlags(root, program.sharedFlags ?? {})
  for (const command of program.commands) addCommand(root, command, finish)
  return root
}

const addCommand = (root: Parser, command: Command, finish: (exitCode: number) => void): void => {
  const names = command.usage.split(' ')
  const parser = names.filter(isWord).reduce(childNamed, root)
  parser
    .description(sentenceOf(command.summary))
    .showHelpAfterError(`\`${[root.name(), ...wordsOf(parser)].join(' ')} --help\` shows what it takes.`)
    .addHelpText('after', paragraph(command.more))
  for (const operand of names.filter(name => !isWord(name))) parser.argument(operand, '', notBlank)
  addFlags(parser, command.flags ?? {})
  parser.action(async () => {
    try {
      finish(await command.run(givenTo(parser)))
    } catch (error) {
      if (error instanceof UsageError) parser.error(error.message)
      throw error
    }
  })
}

const isWord = (name: string): boolean => !/^[<[]/.test(name)

const childNamed = (parent: Parser, name: string): Parser =>
  parent.commands.find(child => child.name() === name) ?? parent.command(name)

const wordsOf = (parser: Parser): string[] => (parser.parent === null ? [] : [...wordsOf(parser.parent), parser.name()])

/** Every command below a word, in one list. */
const leavesOf = (parser: Parser): Parser[] =>
  parser.commands.flatMap(child => (child.commands.length === 0 ? [child] : leavesOf(child)))

/** Kept under the flag's own name, not in camel case. */
class NamedOption extends Option {
  override attributeName(): string {
    return this.name()
  }
}

const addFlags = (parser: Parser, flags: Flags): void => {
  for (const [name, { argument, help }] of Object.entries(flags)) {
    const option =
      argument === ''
        ? new NamedOption(`--${name}`, sentenceOf(help))
        : new NamedOption(`--${name} <${argument}>`, sentenceOf(help)).argParser(collect)
    parser.addOption(option)
  }
}

/** `--by --why TEXT` lacks a name: the next flag is not one. */
const collect = (value: string, before: readonly string[] = []): string[] => {
  if (value.startsWith('--')) throw new InvalidArgumentError('A value cannot begin with "--".')
  return [...before, value]
}

const notBlank = (value: string): string => {
  if (value.trim() === '') throw new InvalidArgumentError('It is empty.')
  return value
}

const givenTo = (parser: Parser): Given => ({
  operands: parser.args,
  flags: Object.fromEntries(
    Object.entries(parser.optsWithGlobals<Record<string, true | string[]>>()).map(([name, value]) => [
      name,
      value === true ? ['on'] : value,
    ]),
  ),
})

const paragraph = (text: string | undefined): string => (text === undefined ? '' : `\n${text.trim()}`)

/** `error: unknown option '--x'\n(Did you mean --y?)`, or a text for the help, as sentences. */
const sentenceOf = (text: string): string => {
  const [first = '', meant] = text
    .trim()
    .replace(/^error: /, '')
    .split(/\n\((.*)\)$/)
  const sentence = `${first.charAt(0).toUpperCase()}${first.slice(1)}`.replace(/\.?$/, '.')
  return meant === undefined ? sentence : `${sentence} ${meant}`
}
