import type { locales } from '../../../platform/locales/index.ts'
import { listProjects, redirectKinds } from '../../../projects/index.ts'
import { projectRows } from '../../commands/index.ts'
import { actNamed, optionsOf } from '../act-form.ts'
import type { Block, Cell } from '../page.ts'
import { offer, offerCell, ofProject, type ProjectContext, pathOf, type View, type ViewContext } from './context.ts'

/** All projects, and a new one. */
export const projectsView = async (context: ViewContext): Promise<View> => {
  const projects = await listProjects(context.core.db)
  return {
    title: 'Projects',
    intro: 'Each website has a project with its own users, addresses and keys.',
    blocks: [
      {
        kind: 'table',
        caption: 'Projects',
        columns: ['Name', 'Kind', 'Origins', 'Made'],
        rows: projects.map((project): Cell[] => [
          { link: { label: project.name, href: pathOf(project) } },
          project.environment,
          { lines: project.allowedOrigins },
          { time: project.createdAt },
        ]),
        empty: 'No projects yet.',
      },
      ...offer(context, 'project-create', {
        submit: 'Create project',
        tone: 'main',
        folded: 'Create a project',
        only: ['live', 'allow-origin', 'allow-redirect', 'locale'],
      }),
    ],
  }
}

/** Options of `project set` that have a place of their own. */
const addressOptions = [
  'allow-origin',
  'disallow-origin',
  'allow-redirect',
  'allow-login-redirect',
  'allow-signup-redirect',
  'allow-reset-redirect',
  'disallow-redirect',
]
const elsewhere = new Set([...addressOptions, 'user-events-url'])

const settingGroups: Readonly<Record<string, readonly string[]>> = {
  'Mails and texts': [
    'locale',
    'email-domain',
    'remove-email-domain',
    'magic-link-minutes',
    'passcode-minutes',
    'password-reset-minutes',
    'sms-country',
    'remove-sms-country',
  ],
  'Roles and scopes': ['role', 'remove-role', 'scope', 'remove-scope'],
  Protection: ['adaptive-captcha', 'captcha-on-every-call', 'device-fingerprint', 'enumeration-protection'],
  Sessions: [
    'session-maximum-minutes',
    'session-absolute-minutes',
    'recent-factor-minutes',
    'limit-pending-sessions',
    'jwt-algorithm',
  ],
  Pages: ['cname-domain', 'http-only-cookies', 'watermark', 'authorize-url'],
}

/** Page of a project's settings, with a form to change them. */
export const settingsView = async (context: ProjectContext): Promise<View> => {
  const { project } = context
  const options = optionsOf(actNamed('project-set')).map(([name]) => name)
  const grouped = new Set(Object.values(settingGroups).flat())
  const rest = options.filter(name => !grouped.has(name) && !elsewhere.has(name) && name !== 'name')
  return {
    ...ofProject(context, ''),
    intro: 'Project settings. Running servers apply changes within a second.',
    blocks: [
      { kind: 'facts', rows: projectRows(project).map(([name, value]) => [capital(name.replaceAll('_', ' ')), value]) },
      ...offer(context, 'project-set', {
        submit: 'Change settings',
        tone: 'main',
        folded: 'Change settings',
        help: 'Empty fields are unchanged.',
        only: ['name'],
        groups: { ...settingGroups, 'Sign-in methods and applications': rest },
      }),
    ],
  }
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Page of a project's allowed origins and redirect URLs. */
export const addressesView = async (context: ProjectContext): Promise<View> => {
  const { project } = context
  const removal = (option: string, value: string): Cell =>
    offerCell(context, 'project-set', {
      submit: 'Remove',
      tone: 'grave',
      folded: 'Remove',
      only: [],
      preset: { [option]: value },
    })
  const origins = project.allowedOrigins.map((origin): Cell[] => [{ code: origin }, removal('disallow-origin', origin)])
  const urls = [...new Set(redirectKinds.flatMap(kind => project.redirectUrls[kind]))]
  const redirects = urls.map((url): Cell[] => [
    { code: url },
    redirectKinds
      .filter(kind => project.redirectUrls[kind].includes(url))
      .map(kind => kind.replace('_', ' '))
      .join(', '),
    removal('disallow-redirect', url),
  ])
  const add = (submit: string, only: readonly string[]): Block[] =>
    offer(context, 'project-set', { submit, tone: 'main', folded: submit, only })
  return {
    ...ofProject(context, '/addresses'),
    blocks: [
      { kind: 'heading', text: 'Origins', note: 'Origins of pages that may call the API.' },
      {
        kind: 'table',
        caption: 'Origins',
        columns: ['Origin', ''],
        rows: origins,
        empty: 'No origins allowed yet.',
      },
      ...add('Allow an origin', ['allow-origin']),
      {
        kind: 'heading',
        text: 'Redirect addresses',
        note: 'Allowed redirect addresses for magic links and social sign-in.',
      },
      {
        kind: 'table',
        caption: 'Redirect addresses',
        columns: ['Address', 'For', ''],
        rows: redirects,
        empty: 'No redirect addresses yet.',
      },
      ...add('Allow a redirect address', [
        'allow-redirect',
        'allow-login-redirect',
        'allow-signup-redirect',
        'allow-reset-redirect',
      ]),
    ],
  }
}

export const languageNames: Readonly<Record<(typeof locales)[number], string>> = {
  en: 'English',
  de: 'German',
  es: 'Spanish',
}
