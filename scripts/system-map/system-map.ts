import process from 'node:process'
import { howLong, providerTables, type Retention } from '@corroborate/server-kit/retention'
import { siteTables } from '../../site/kit/retention/index.ts'
import { readSource, sourceFiles } from '../source-files.ts'
import { type OpenedFeature, type OpenedProvider, openProviderFeatures, openSiteFeatures } from './opened-features.ts'
import { readStates, type States } from './states.ts'

/** Jobs of both servers. The names are compared with the code; the descriptions are ours. */
export const jobDescriptions: Readonly<Record<string, string>> = {
  'papers.refresh': 'Refreshes a paper’s metadata and evidence from OpenAlex and Crossref',
  'citations.step': 'Nightly: asks OpenAlex which papers cite retracted papers, in steps',
  'watches.spread': 'Creates a notification for each watcher of new events',
  'watches.mail': 'Sends due notification emails',
  'watches.ask': 'Nightly: refreshes watched papers one by one',
  'watches.sweep': 'Nightly: deletes notifications after their retention period',
  'contributions.mail': 'Emails contributors: receipt, refund, dispute',
  'bounties.look': 'Compares a bounty’s state with the one last announced, and plans emails',
  'bounties.mail': 'Emails contributors and claimants about a bounty',
  'claims.remind': 'Reminds a claimant a week before the claim expires',
  'claims.lapse': 'Ends an expired claim',
  'sign-in.revoke': 'Revokes a session at the provider after a log-out',
  'sign-in.confirm': 'Requests another email that verifies an account’s address',
  'known.sync': 'Nightly: syncs Crossref, Retraction Watch and FORRT',
  'moderation.mail': 'Emails an author a moderator’s decision, after two minutes',
  'payments.fees': 'Fetches Stripe’s fee of a payment',
  'returns.send': 'Sends refunds to Stripe',
  'payouts.send': 'Sends payouts to Stripe Connect',
  'payouts.mail': 'Emails reporters about awards and payouts',
  'money.night': 'Nightly: announces and refunds expiring contributions, retries payouts',
  'money.reconcile': 'Nightly: compares the ledger with Stripe',
  'upkeep.sweep': 'Nightly: deletes expired rows that belong to no feature',
  'caches.purge': 'Purges changed pages from caches in front of the site',
  message: 'Sends an email or SMS',
  'no-message': 'Does the work of a message without sending one, so that timing does not reveal accounts',
  'user-event': 'Sends a user event to an application’s webhook',
  'session-ended': 'Notifies applications of an ended session',
  'sessions-revoked': 'Notifies applications of a user’s revoked sessions',
  'backchannel-logout': 'Sends an OpenID Connect back-channel log-out',
  sweep: 'Hourly: deletes expired rows of the provider',
  'audit-out': 'Exports the audit log as a hash chain',
}

/** Jobs that the provider registers itself, beside those of its features. */
const jobsOfProvider = ['sweep', 'audit-out']

const roles: readonly (readonly [string, string, string])[] = [
  [
    'Visitor',
    'a browser with a visitor cookie',
    'votes, writes notes, contributes; proof of work close to a rate limit',
  ],
  [
    'Unverified account',
    'signed in, without a verified email address or phone number',
    'the same as a visitor; sees its own entries',
  ],
  [
    'Account',
    'signed in, with a verified address or number',
    'counts as signed in; claims, reports, watches, gets email, can be paid',
  ],
  [
    'Moderator',
    'role `moderator` at the provider (`user role add EMAIL moderator`)',
    'decides at `/moderate`, proposes and confirms awards at `/moderate/money`',
  ],
  ['`auditor`', 'console administrator', 'reads everything but secrets'],
  ['`support`', 'console administrator', 'helps users with their accounts, resends webhooks and messages'],
  ['`owner`', 'console administrator', 'does everything, including administrators'],
  ['Operator', 'shell access', 'runs every command with the data and settings of the service'],
  ['Application', 'client of a project (OpenID Connect, `/sdk/v1`)', 'signs users in, receives user events'],
  ['Assistant', 'application with the scopes of `/mcp`', 'reads, drafts notes and claims, watches papers'],
]

const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string[] => [
  `| ${heads.join(' | ')} |`,
  `|${heads.map(() => '---').join('|')}|`,
  ...rows.map(cells => `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`),
  '',
]

const link = (path: string): string => `[\`${path}\`](../${path})`
const code = (text: string): string => `\`${text}\``
const folderOf = (file: string): string => file.replace(/\/[^/]*$/, '')

/** @throws Error if a state is not described, or no longer exists. */
const statesSection = (all: readonly States[]): string[] =>
  all.flatMap(({ title, type, file, states, members }) => {
    const missing = members.filter(member => !(member in states))
    const gone = Object.keys(states).filter(state => !members.includes(state))
    if (missing.length + gone.length > 0)
      throw new Error(
        `scripts/system-map/states.ts: ${type} of ${file} has ${missing.join(', ') || 'nothing new'}, and no longer ${gone.join(', ') || 'anything'}. Describe its states there.`,
      )
    const rows = members.map(member => [code(member), states[member] ?? ''])
    return [`### ${title}`, '', `${code(type)} in ${link(folderOf(file))}`, '', ...table(['state', 'meaning'], rows)]
  })

/** Folder that declares a table's columns, or whose migration creates it. */
const ownerOf = (name: string, room: string): string => {
  const files = sourceFiles.filter(
    file => (file.startsWith(`${room}/`) || file.startsWith('server-kit/')) && !/\.test\.ts$|\/testing\//.test(file),
  )
  const declared = new RegExp(`^export (?:type|interface) \\w*Tables\\b.*?^ {2}${name}: `, 'ms')
  const created = new RegExp(`createTable\\(\\s*'${name}'`)
  const found =
    files.find(file => declared.test(readSource(file))) ?? files.find(file => created.test(readSource(file)))
  return found === undefined ? '' : link(folderOf(found))
}

const tablesSection = (tables: Readonly<Record<string, Retention>>, room: string): string[] =>
  table(
    ['table', 'contents', 'personal data', 'rows are kept', 'owner'],
    Object.entries(tables).map(([name, retention]) => [
      code(name),
      retention.what,
      retention.of === 'people' ? 'yes' : 'no',
      howLong(retention),
      ownerOf(name, room),
    ]),
  )

const routesOfSite = (features: readonly OpenedFeature[]): string[] =>
  table(
    ['feature', 'routes', 'pages'],
    features
      .filter(({ routes }) => routes.length > 0)
      .map(({ folder, routes, pages }) => [link(folder), byPath(routes), pages.map(code).join(', ')]),
  )

/** Routes with the methods of one path together. */
const byPath = (routes: readonly string[]): string => {
  const methods = new Map<string, string[]>()
  for (const route of routes) {
    const [method = '', path = ''] = route.split(' ')
    methods.set(path, [...(methods.get(path) ?? []), method])
  }
  return [...methods].map(([path, names]) => `${names.join(', ')} ${code(path)}`).join('<br>')
}

const routesOfProvider = ({ pages, endpoints }: OpenedProvider): string[] => {
  const groups = Map.groupBy(endpoints, endpoint => endpoint.split('/')[1] ?? '')
  return [
    ...table(
      ['endpoints of `/sdk/v1`', 'method and path'],
      [...groups].map(([group, routes]) => [code(group), byPath(routes)]),
    ),
    ...table(
      ['other routes', 'method and path'],
      pages.map(({ name, routes }) => [name, byPath(routes)]),
    ),
  ]
}

/** @throws Error if a job is not described, or no longer exists. */
const jobsSection = (site: readonly OpenedFeature[], provider: OpenedProvider): string[] => {
  const ofSite = site.flatMap(({ folder, jobs }) => jobs.map(job => [job, link(folder)] as const))
  const ofProvider = [
    ...provider.jobs.flatMap(({ name, jobs }) => jobs.map(job => [job, `provider: ${name}`] as const)),
    ...jobsOfProvider.map(job => [job, 'provider'] as const),
  ]
  const all = [...new Map([['papers.refresh', link('site/paper/papers')], ...ofSite, ...ofProvider])]
  const names = all.map(([job]) => job)
  const wrong = [
    ...names.filter(job => !(job in jobDescriptions)),
    ...Object.keys(jobDescriptions).filter(job => !names.includes(job)),
  ]
  if (wrong.length > 0)
    throw new Error(`scripts/system-map/system-map.ts: describe these jobs there, or remove them: ${wrong.join(', ')}.`)
  return table(
    ['job', 'what it does', 'owner'],
    all.map(([job, owner]) => [code(job), jobDescriptions[job] ?? '', owner]),
  )
}

/** Contents of `docs/system.md`, from the code of both servers. */
export const systemMap = async (): Promise<string> => {
  const [site, provider] = [await openSiteFeatures(), openProviderFeatures()]
  const lines = [
    '# System reference',
    '',
    'States, tables, roles, routes and jobs, generated from the code: `node scripts/system-map/system-map.ts > docs/system.md`. A test compares it. Start with [ARCHITECTURE](../ARCHITECTURE.md) and the [glossary](glossary.md).',
    '',
    '[States](#states) · [Roles](#roles) · [Tables](#tables) · [Routes](#routes) · [Jobs](#jobs)',
    '',
    '## States',
    '',
    ...statesSection(readStates()),
    '## Roles',
    '',
    ...table(['role', 'who', 'may'], roles),
    '## Tables',
    '',
    'Declared in `site/kit/retention` and `server-kit/retention`; the nightly sweep and `/privacy` use the same lists.',
    '',
    '### Tables of the site',
    '',
    ...tablesSection(siteTables, 'site'),
    '### Tables of the identity provider',
    '',
    ...tablesSection(providerTables, 'identity'),
    '## Routes',
    '',
    '`:doi` is a DOI with any number of slashes. All paths are in [`paths.ts`](../site/kit/doi).',
    '',
    '### Routes of the site',
    '',
    ...routesOfSite(site),
    '### Routes of the identity provider',
    '',
    'OpenID Connect is served below `/v1/public/{project_id}` by `oidc-provider`, the console below `/console`.',
    '',
    ...routesOfProvider(provider),
    '## Jobs',
    '',
    'Run by the outbox of each server ([how](decisions/07-run-side-effects-through-a-transactional-outbox.md)): at least once, with retries.',
    '',
    ...jobsSection(site, provider),
  ]
  return `${lines.join('\n').trimEnd()}\n`
}

if (process.argv[1] === import.meta.filename) process.stdout.write(await systemMap())
