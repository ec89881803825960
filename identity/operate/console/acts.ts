import type { AdministratorRole } from '../../administrators/index.ts'
import { type Command, commands } from '../commands/index.ts'

/** A command as something that can be done in the console. */
export type Act = {
  command: Command
  /** As addresses name it: `user-role-add`. */
  name: string
  /** Command words without operands: `user role add`. */
  words: string
  /** Operands in order: `USER`, `ROLE`. */
  operands: readonly { name: string; isNeeded: boolean }[]
  /** About one project, or about the whole provider. */
  isOfProject: boolean
  /** The least role that may do it. */
  role: AdministratorRole
  /** Read-only. */
  reads: boolean
}

/** Options supplied by the console: the project by the page, the reason by the form, the operator by the session. */
const answeredHere: ReadonlySet<string> = new Set(['project', 'reason', 'by', 'limit', 'after'])

const toAct = (command: Command): Act => {
  const words = command.usage.replace(/\s*[<[].*$/, '')
  const operands = [...command.usage.matchAll(/([<[])([A-Z]+)[>\]]/g)].map(([, bracket, name = '']) => ({
    name,
    isNeeded: bracket === '<',
  }))
  // The commands that name their project by an operand instead of an option.
  const namesProject = operands[0]?.name === 'TOKEN'
  return {
    command,
    name: words.replaceAll(' ', '-'),
    words,
    operands: namesProject ? operands.slice(1) : operands,
    isOfProject: namesProject || command.flags?.project !== undefined,
    reads: command.reads ?? false,
    role: command.role ?? (command.reads ? 'auditor' : 'owner'),
  }
}

/** All commands of the command line as acts, with the same implementation. */
export const acts: readonly Act[] = commands.map(toAct)

export const actNamed = (name: string): Act => {
  const act = acts.find(each => each.name === name)
  if (act === undefined) throw new TypeError(`There is no act ${name}.`)
  return act
}

/** True if the first operand of a command is its project's token. */
export const namesProject = ({ command }: Act): boolean => /[<[]TOKEN[>\]]/.test(command.usage)

/** The options that a form of an act has. */
export const optionsOf = ({ command }: Act) =>
  Object.entries(command.flags ?? {}).filter(([name]) => !answeredHere.has(name))
