import { text } from 'node:stream/consumers'
import { flagValue, UsageError } from '@corroborate/server-kit/command-line'
import { oauthProviders } from '@corroborate/wire/providers'
import { authorityIn } from '../../factors/oauth/index.ts'
import { brought } from '../../features.ts'
import { openSealer } from '../../platform/sealing/sealed-rows.ts'
import { exportFormats, type FormatName, type ImportReport, importUsers } from '../user-import/index.ts'
import { type Command, type CommandContext, ofProject, type ProjectContext } from './command.ts'
import { actorOf } from './operator.ts'
import { readFileNamed } from './read-file.ts'

const help = `
--from says where the file comes from; the file is taken as it was exported:
  auth0     the NDJSON of a user export job; then the file with password hashes that Auth0's support sends
  clerk     the CSV of the dashboard's user export
  firebase  the JSON of \`firebase auth:export\`, with --hash-config
  supabase  the table auth.users as CSV or JSON; then auth.identities and auth.mfa_factors
  keycloak  the JSON of a realm with its users; also realm-users-0.json and the like
  stytch    answers of POST /v1/users/search, one after the other. Passwords: by --from csv, in a table with email and hash
  csv       any table, such as Django's auth_user or Devise's users, with --columns
  json      our own form, which is taken without --from. Each line holds a user:
    {"email": "ada@example.org", "email_verified": true, "phone_number": "+41446681800", "phone_number_verified": true,
     "name": {"first_name": "Ada", "last_name": "Lovelace"}, "password_hash": "$2b$12$…", "roles": ["moderator"],
     "trusted_metadata": {}, "untrusted_metadata": {}, "external_id": "42", "created_at": "2020-01-31T00:00:00Z"}
    A user needs an email or a phone_number. Everything else may be left out.

Hashes of these kinds are taken. When the user logs in for the first time, argon2id replaces them:
  bcrypt   $2b$…
  argon2   $argon2id$…
  scrypt   $scrypt$ln=…,r=…,p=…$salt$hash
  PBKDF2   $pbkdf2-sha256$i=…$salt$hash, also of sha1 and sha512, and as passlib writes them
  Django   pbkdf2_sha256$…, argon2$…, bcrypt$…, bcrypt_sha256$…, scrypt$…
  Flask    scrypt:…, pbkdf2:… (Werkzeug)
  Firebase $firescrypt$ln=MEM_COST,r=ROUNDS,p=1$salt$hash$SALT_SEPARATOR$SIGNER_KEY, all in base64; the words in capitals
           are in the project's "password hash parameters"

Begin with --dry-run: it says what would be brought in and what not, and changes nothing. A user who cannot be imported is
skipped and named with the reason. The others are imported.

A file can be imported again, also a newer one: users are found by their id, or by a proved address. What was changed here since
stays as it is, a password above all; nobody is made twice, and who deleted their account here does not come back.`

const columnsOf = (context: CommandContext): Record<string, string> => {
  const given = flagValue(context, 'columns')
  const pairs = given === '' ? [] : given.split(',').map(pair => pair.split('='))
  const odd = pairs.find(([ours = '', theirs = '', ...more]) => ours === '' || theirs === '' || more.length > 0)
  if (odd !== undefined) throw new UsageError(`--columns has ${odd.join('=')}: it takes NAME=COLUMN,NAME=COLUMN.`)
  return Object.fromEntries(pairs.map(([ours = '', theirs = '']) => [ours.trim(), theirs.trim()]))
}

/** Opens the kind of file that `--from` names. @throws UsageError */
const formatOf = async (context: CommandContext) => {
  const from = flagValue(context, 'from') || 'json'
  const names = Object.keys(exportFormats) as FormatName[]
  const name = names.find(each => each === from)
  if (name === undefined) throw new UsageError(`--from ${from}: it must be one of ${names.join(', ')}.`)
  const odd = Object.entries({ columns: 'csv', 'hash-config': 'firebase' }).find(
    ([flag, only]) => context.flags[flag] !== undefined && only !== name,
  )
  if (odd !== undefined) throw new UsageError(`--${odd[0]} requires --from ${odd[1]}.`)
  const configFile = flagValue(context, 'hash-config')
  const hashConfig = configFile === '' ? null : await readFileNamed(context, configFile, text)
  return { name, format: exportFormats[name]({ columns: columnsOf(context), hashConfig }) }
}

/** The hosts of all providers, looked up once. */
const authorities = async ({ db, settings, project }: ProjectContext, sealer: Awaited<ReturnType<typeof openSealer>>) =>
  new Map(
    await Promise.all(
      oauthProviders.map(async id => [id, await authorityIn({ db, sealer, settings }, project.id, id)] as const),
    ),
  )

const inWords = (report: ImportReport, counts: 'line' | 'user'): string => {
  const { dry_run: isDry, imported, updated, unchanged, deleted_here: deleted, kept, not_kept, skipped } = report
  const listed = (counted: Readonly<Record<string, number>>) =>
    Object.entries(counted).map(([what, count]) => `  ${count} × ${what}`)
  const parts = [
    `${isDry ? 'Would import' : 'Imported'} ${imported}, ${isDry ? 'would update' : 'updated'} ${updated}`,
    `${unchanged} unchanged, skipped ${skipped.length + report.skipped_more}.`,
  ]
  return [
    parts.join(', '),
    ...(deleted > 0 ? [`${deleted} have deleted their account here and stay deleted.`] : []),
    ...(Object.keys(kept).length > 0 ? ['Kept:', ...listed(kept)] : []),
    ...(Object.keys(not_kept).length > 0 ? ['Not kept:', ...listed(not_kept)] : []),
    ...skipped.map(({ line, reason }) => `${counts} ${line}: ${reason}`),
    ...(report.skipped_more > 0 ? [`and ${report.skipped_more} more.`] : []),
    ...(isDry ? ['Nothing was changed.'] : []),
  ].join('\n')
}

/** Imports users from another system. */
export const importCommand: Command = ofProject({
  usage: 'user import <FILE>',
  showsOnce: true,
  more: help,
  summary: 'Import users exported from another system. - reads standard input',
  flags: {
    from: { argument: 'SYSTEM', help: `Source system: ${Object.keys(exportFormats).join(', ')}` },
    columns: { argument: 'NAME=COLUMN,…', help: 'CSV column mapping, such as id=id,email=email,hash=password' },
    'hash-config': { argument: 'FILE', help: 'The "password hash parameters" of a Firebase project, as a file' },
    'dry-run': { argument: '', help: 'Report what would be imported without changing anything' },
  },
  run: async context => {
    const { db, project, settings, operator, operands } = context
    const [file = ''] = operands
    const { name, format } = await formatOf(context)
    const sealer = await openSealer(db, brought.sealed, settings)
    const hosts = await authorities(context, sealer)
    const writing = {
      ...{ project, sealer, format: name, now: Date.now(), actor: actorOf(operator) },
      users: brought.users,
      authorityOf: (provider: (typeof oauthProviders)[number]) => hosts.get(provider) ?? provider,
      isDry: context.flags['dry-run'] !== undefined,
    }
    const report = await readFileNamed(context, file, input => importUsers(db, format, input, writing))
    return { json: report, text: inWords(report, format.counts) }
  },
})
