import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { isUniqueViolation, openDatabase } from '@corroborate/server-kit/database'
import { OperatorError } from '@corroborate/server-kit/operator-error'
import { type Settings, SettingsError } from '@corroborate/server-kit/settings'
import { databaseOf } from '../../database-of.ts'
import type { Tables } from '../../platform/database/index.ts'
import { makeProjectOfSite } from '../../projects/index.ts'
import { CliError, UsageError } from './cli-error.ts'
import type { Command, Outcome } from './command.ts'
import { commands } from './commands.ts'

export type CliStreams = { stdin: NodeJS.ReadableStream; out: (text: string) => void; err: (text: string) => void }

/**
 * Runs one command of `npm run identity`. Writes straight to the database: a running server follows.
 * @returns the exit code: 0, 1 when it could not be done, 2 when it was not understood.
 */
export const runCli = async (
  given: readonly string[],
  readSettings: () => Settings,
  { stdin, out, err }: CliStreams,
): Promise<number> => {
  const wantsHelp = given.length === 0 || given[0] === 'help' || given.includes('--help') || given.includes('-h')
  // Flags may stand before the command; `--json` is the one that suits them all.
  const words = [...given.filter(word => word !== '--json'), ...given.filter(word => word === '--json')]
  const command = commands.find(each => each.words.every((word, index) => words[index] === word))
  if (command === undefined) {
    const [first, ...rest] = words.filter(word => !word.startsWith('-') && word !== 'help')
    const group = commands.filter(each => each.words[0] === first)
    if (wantsHelp) {
      out(overview(group.length > 0 ? group : commands))
      return 0
    }
    err(`${overview(group.length > 0 ? group : commands)}\n`)
    const typed = [first, ...rest].join(' ')
    err(
      group.length > 0 && rest.length === 0
        ? `Say what to do: "${typed}" goes on.\n`
        : `There is no command "${typed}".\n`,
    )
    return 2
  }
  if (wantsHelp) {
    out(helpOf(command))
    return 0
  }
  try {
    const { operands, flags, json } = parse(command, words.slice(command.words.length))
    const outcome = await withDatabase(command, readSettings(), (db, settings) =>
      command.run({ db, settings, operands, flags, stdin }),
    )
    out(show(outcome, json))
    return 0
  } catch (error) {
    const isTheirs = error instanceof CliError || error instanceof OperatorError || error instanceof SettingsError
    if (!isTheirs && !isUniqueViolation(error)) throw error
    err(`${isTheirs ? error.message : 'That exists already.'}\n`)
    if (!(error instanceof UsageError)) return 1
    err(`\`npm run identity -- ${command.words.join(' ')} --help\` shows what it takes.\n`)
    return 2
  }
}

const parse = ({ flags, operands }: Command, args: readonly string[]) => {
  try {
    const parsed = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        json: { type: 'boolean' },
        ...Object.fromEntries(
          Object.entries(flags).map(([name, { argument }]) => [
            name,
            argument === '' ? { type: 'boolean' as const } : { type: 'string' as const, multiple: true },
          ]),
        ),
      },
    })
    const { json, ...given } = parsed.values as Record<string, boolean | string[] | undefined>
    const most = operands.split(' ').filter(Boolean).length
    if (parsed.positionals.length > most) throw new Error(`Unexpected "${parsed.positionals[most]}".`)
    return {
      json: json === true,
      operands: parsed.positionals,
      flags: Object.fromEntries(
        Object.entries(given).flatMap(([name, value]) =>
          value === undefined || value === false ? [] : [[name, value === true ? ['on'] : value]],
        ),
      ),
    }
  } catch (error) {
    throw new UsageError(sentenceOf(error))
  }
}

/** Node explains at length how an unknown flag could be meant as a value. */
const sentenceOf = (error: unknown): string => {
  const text = error instanceof Error ? error.message : String(error)
  return `${text.split('. To specify')[0]}`.replace(/\.?$/, '.')
}

const withDatabase = async (
  { reads = false }: Command,
  settings: Settings,
  work: (db: Awaited<ReturnType<typeof openDatabase<Tables>>>, settings: Settings) => Promise<Outcome>,
): Promise<Outcome> => {
  const place = databaseOf(settings)
  if (reads && place.url === undefined && !existsSync(place.file)) {
    throw new CliError(`There is no provider in ${settings.dataDir} yet: start the server once, or correct DATA_DIR.`)
  }
  const db = await openDatabase<Tables>({ ...place, now: Date.now })
  try {
    if (!reads) await makeProjectOfSite(db, settings, Date.now())
    return await work(db, settings)
  } finally {
    await db.destroy()
  }
}

const show = ({ json, text }: Outcome, asJson: boolean): string => `${asJson ? JSON.stringify(json, null, 2) : text}\n`

const usage = ({ words, operands }: Command): string => [...words, operands].filter(Boolean).join(' ')

const columns = (rows: readonly (readonly [string, string])[]): string => {
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`).join('\n')
}

const overview = (shown: readonly Command[]): string =>
  `Administers the identity provider, also while it runs.

Usage: npm run identity -- COMMAND … [--json]

${columns(shown.map(command => [usage(command), command.summary] as const))}

COMMAND --help shows its flags. For programs, npm -s keeps npm's own lines out: npm run -s identity -- project list --json

To let another web page sign people in:

  npm run identity -- project create "My page" --allow-origin http://localhost:8080 --allow-redirect http://localhost:8080/
`

const helpOf = (command: Command): string => {
  const flags = Object.entries(command.flags).map(
    ([name, { argument, help }]) => [`--${name}${argument === '' ? '' : ` ${argument}`}`, help] as const,
  )
  return `${capitalised(command.summary)}.

Usage: npm run identity -- ${usage(command)}${flags.length === 0 ? '' : ' [flags]'}

${columns([...flags, ['--json', 'print JSON'], ['--help', 'print this']])}
${command.words.includes('import') ? importHelp : ''}`
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const importHelp = `
Each line holds a user:
  {"email": "ada@example.org", "email_verified": true, "phone_number": "+41446681800", "phone_number_verified": true,
   "name": {"first_name": "Ada", "last_name": "Lovelace"}, "password_hash": "$2b$12$…", "roles": ["moderator"],
   "trusted_metadata": {}, "untrusted_metadata": {}, "external_id": "42", "created_at": "2020-01-31T00:00:00Z"}
An email or a phone_number is needed, the rest is not. Hashes, which argon2id replaces at the user's next log-in:
  bcrypt   $2b$…
  argon2   $argon2id$…
  scrypt   $scrypt$ln=…,r=…,p=…$salt$hash
  PBKDF2   $pbkdf2-sha256$i=…$salt$hash, also of sha1 and sha512, and as passlib writes them
  Django   pbkdf2_sha256$…, argon2$…, bcrypt$…, bcrypt_sha256$…, scrypt$…
  Flask    scrypt:…, pbkdf2:… (Werkzeug)
  Firebase $firescrypt$ln=MEM_COST,r=ROUNDS,p=1$salt$hash$SALT_SEPARATOR$SIGNER_KEY, all in base64; the words in capitals
           stand in the project's "password hash parameters"
A user who is skipped is named with a reason; the others are brought in all the same.
`
