import { captchaServices } from '@corroborate/wire/captcha'
import { oauthProviders } from '@corroborate/wire/providers'
import { cleanText } from '@corroborate/wire/written-text'
import type { AdministratorRole } from '../../administrators/store.ts'
import { type Command, commands } from '../commands/index.ts'
import type { Field, Form } from './page.ts'

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
  if (act === undefined) throw new TypeError(`Unknown action ${name}.`)
  return act
}

/** True if the first operand of a command is its project's token. */
export const namesProject = ({ command }: Act): boolean => /[<[]TOKEN[>\]]/.test(command.usage)

/** The options that a form of an act has. */
export const optionsOf = ({ command }: Act) =>
  Object.entries(command.flags ?? {}).filter(([name]) => !answeredHere.has(name))

/** Presentation of an act on a page. */
export type Offer = {
  act: Act
  /** The address of the act. */
  action: string
  /** Page of the form, to which it returns. */
  back: string
  submit: string
  tone?: Form['tone']
  folded?: string
  help?: string
  /** Operands that the page knows. */
  operands?: readonly string[]
  /** Previously entered operands, for correction. */
  typed?: readonly string[]
  /** Options that the page knows: they are sent and not shown. */
  preset?: Readonly<Record<string, string>>
  /** Only these options, in this order; otherwise all. */
  only?: readonly string[]
  /** Current values of options. */
  values?: Readonly<Record<string, string>>
  /** Legends with the options below each. */
  groups?: Readonly<Record<string, readonly string[]>>
  /** The previously entered reason. */
  reason?: string
}

/** `allow-origin` → `Allow origin`, with the names that have a spelling of their own. Pure. */
export const labelOf = (option: string): string => {
  const words = option
    .replaceAll('-', ' ')
    .replace(/\b(url|id|jwks|uri|jwt|pkce|api|siwe|sms|cname|dpop)\b/g, word => word.toUpperCase())
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const isRepeatable = (help: string): boolean => help.includes('(repeatable')

const choices = (values: readonly string[], unset: string): NonNullable<Field['options']> => [
  { value: '', label: unset },
  ...values.map(value => ({ value, label: value })),
]

/**
 * Builds the form control of an option from its usage. Pure.
 * @param unset description of the unset state
 */
export const fieldOf = (
  name: string,
  { argument, help }: { argument: string; help: string },
  { value, unset = 'As it is' }: { value?: string | undefined; unset?: string } = {},
): Field => {
  const sentence = help.replace(' (repeatable)', '').replace('(repeatable; ', '(')
  const field = {
    name: `option.${name}`,
    label: labelOf(name),
    help: sentence.charAt(0).toUpperCase() + sentence.slice(1),
  }
  const filled = value === undefined ? {} : { value }
  if (argument === '') return { ...field, ...filled, type: 'check' }
  if (argument.split('|').includes('FILE')) return { ...field, type: 'file' }
  if (/^[\w-]+(\|[\w-]+)+$/.test(argument) && (argument === argument.toLowerCase() || argument === 'RS256|ES256')) {
    return { ...field, type: 'choice', options: choices(argument.split('|'), unset), value: value ?? '' }
  }
  if (isRepeatable(help)) return { ...field, ...filled, type: 'lines', help: `${field.help}. One a line` }
  if (/secret/.test(name)) return { ...field, type: 'secret' }
  return { ...field, ...filled, type: 'text' }
}

/** Reason for an action, recorded in the audit log. */
export const reasonField: Field = {
  name: 'reason',
  label: 'Why',
  help: 'For the audit log',
  type: 'text',
  required: true,
}

const operandLabels: Readonly<Record<string, string>> = {
  NAME: 'Name',
  EMAIL: 'Email address',
  ROLE: 'Role',
  PROVIDER: 'Provider',
  SERVICE: 'Service',
  USER: 'User: id, address, number or external id',
  FILE: 'File',
}

const operandChoices: Readonly<Record<string, readonly string[]>> = {
  PROVIDER: oauthProviders,
  SERVICE: captchaServices,
}

/** Builds the form control of an operand. */
const operandField = ({ name, isNeeded }: Act['operands'][number], index: number, value?: string): Field => {
  const field = {
    ...(value !== undefined && { value }),
    name: `operand.${index}`,
    label: operandLabels[name] ?? labelOf(name.toLowerCase()),
    required: isNeeded,
  }
  const known = operandChoices[name]
  if (known !== undefined) return { ...field, type: 'choice', options: choices(known, 'Choose one') }
  return { ...field, type: name === 'FILE' ? 'file' : 'text' }
}

/** Describes an omitted option: the default for new things, unchanged for existing ones. */
const unsetOf = ({ name }: Act): string =>
  name.endsWith('-create') ? 'The usual' : name.endsWith('-add') ? 'Choose one' : 'As it is'

/** The form of an act. Pure. */
export const formOf = (offer: Offer): Form => {
  const {
    act,
    action,
    back,
    submit,
    tone,
    folded,
    help,
    operands = [],
    typed = [],
    preset = {},
    only,
    values = {},
    groups,
    reason,
  } = offer
  const options = optionsOf(act).filter(([name]) => !(name in preset))
  const byName = new Map(options)
  const shown = (names: readonly string[]) =>
    names.flatMap(name => {
      const option = byName.get(name)
      return option === undefined ? [] : [fieldOf(name, option, { value: values[name], unset: unsetOf(act) })]
    })
  const asked = act.operands.map((operand, index) => operandField(operand, index, typed[index])).slice(operands.length)
  const rest = only ?? options.map(([name]) => name)
  const grouped = groups === undefined ? [] : Object.entries(groups)
  const inGroups = new Set(grouped.flatMap(([, names]) => names))
  const all = [
    { fields: [...asked, ...shown(rest.filter(name => !inGroups.has(name)))] },
    ...grouped.map(([legend, names]) => ({ legend, fields: shown(names) })),
    { fields: [reason === undefined ? reasonField : { ...reasonField, value: reason }] },
  ].filter(({ fields }) => fields.length > 0)
  return {
    kind: 'form',
    action,
    submit,
    ...(tone !== undefined && { tone }),
    ...(folded !== undefined && { folded }),
    ...(help !== undefined && { help }),
    groups: all,
    hidden: {
      back,
      ...Object.fromEntries(operands.map((value, index) => [`operand.${index}`, value])),
      ...Object.fromEntries(Object.entries(preset).map(([name, value]) => [`option.${name}`, value])),
    },
    sendsFiles: all.some(({ fields }) => fields.some(({ type }) => type === 'file')),
  }
}

/** Parsed form input for a command. `files` maps placeholder names to uploads. */
export type Filled = {
  operands: string[]
  flags: Record<string, string[]>
  files: ReadonlyMap<string, Blob>
  reason: string
  back: string | null
}

/** Parses the form of an act. Empty fields count as omitted, unknown ones are ignored. Pure. */
export const readForm = (act: Act, form: FormData): Filled => {
  const files = new Map<string, Blob>()
  const valuesOf = (name: string): string[] =>
    form.getAll(name).flatMap(value => {
      if (typeof value === 'string') return value === '' ? [] : [value]
      if (value.size === 0) return []
      files.set(`${name}: ${value.name}`, value)
      return [`${name}: ${value.name}`]
    })
  const flags: Record<string, string[]> = {}
  for (const [name, { help, argument }] of optionsOf(act)) {
    const values = valuesOf(`option.${name}`).flatMap(value =>
      isRepeatable(help) && argument !== '' ? value.split(/\r?\n/).map(line => line.trim()) : [value.trim()],
    )
    const given = values.filter(value => value !== '')
    if (given.length > 0) flags[name] = given
  }
  const operands: string[] = []
  for (const index of act.operands.keys()) {
    const [value] = valuesOf(`operand.${index}`)
    if (value === undefined) break
    operands.push(value.trim())
  }
  const text = (name: string): string => {
    const value = form.get(name)
    return typeof value === 'string' ? value.trim() : ''
  }
  return { operands, flags, files, reason: cleanText(text('reason')), back: ownPath(text('back')) }
}

/** A path of the console, or null: a form leads nowhere else. */
export const ownPath = (text: string): string | null => (/^\/console(?:[/?#][\x21-\x7e]*)?$/.test(text) ? text : null)

/** Rewrites a command line error for a form: `--name NAME` becomes the field "Name". Pure. */
export const inFormWords = (sentence: string): string =>
  sentence
    .replaceAll(/`?--([a-z][a-z-]*)`?/g, (_, option: string) => `“${labelOf(option)}”`)
    .replace(/ with “([^”]+)” [A-Z]+\b/, ' as “$1”')
