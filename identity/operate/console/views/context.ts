import type { HealthCheck } from '@corroborate/server-kit/health'
import type { HttpContext } from '@corroborate/server-kit/http'
import type { Project } from '../../../projects/index.ts'
import type { Core } from '../../../sdk/core/create-core.ts'
import { actNamed, formOf, type Offer } from '../act-form.ts'
import type { Form, Page, Reader, Tab } from '../page.ts'
import type { Administrator } from '../reader.ts'
import { mayDo } from '../run-act.ts'

/** Data from which a console page is built. */
export type ViewContext = {
  core: Core
  /** Readiness checks by name. */
  checks: Readonly<Record<string, HealthCheck>>
  administrator: Administrator
  /** The path of the page, with its query. */
  here: string
  query: (name: string) => string
  param: (name: string) => string
}
export type ProjectContext = ViewContext & { project: Project }

/** A page without its reader and messages. */
export type View = Omit<Page, 'reader' | 'said'>

export const contextOf = (
  core: Core,
  checks: ViewContext['checks'],
  administrator: Administrator,
  c: HttpContext,
): ViewContext => {
  const { pathname, search } = new URL(c.req.url)
  return {
    core,
    checks,
    administrator,
    here: pathname + search,
    query: name => c.req.query(name) ?? '',
    param: name => c.req.param(name) ?? '',
  }
}

const parts = [
  ['Overview', '/console'],
  ['Projects', '/console/projects'],
  ['Failed messages', '/console/outbox'],
  ['Limits', '/console/limits'],
  ['Health', '/console/health'],
  ['Administrators', '/console/administrators'],
] as const

/** Header data common to all pages. */
export const readerOf = ({ email, role }: Administrator, here: string): Reader => ({
  email,
  role,
  nav: parts.map(([label, href]) => ({
    label,
    href,
    isCurrent: href === '/console' ? here === href : here.startsWith(href),
  })),
})

const projectParts = [
  ['Settings', ''],
  ['Addresses', '/addresses'],
  ['Keys', '/keys'],
  ['Providers', '/providers'],
  ['Users', '/users'],
  ['Applications', '/apps'],
  ['Webhooks', '/webhooks'],
  ['Email templates', '/mails'],
  ['Text messages', '/texts'],
  ['Audit log', '/audit'],
] as const

export const pathOf = ({ publicToken }: Pick<Project, 'publicToken'>, rest = ''): string =>
  `/console/projects/${publicToken}${rest}`

/** The head of a page about a part of a project. */
export const ofProject = ({ project }: ProjectContext, part: (typeof projectParts)[number][1]) => ({
  trail: [{ label: 'Projects', href: '/console/projects' }],
  title: project.name,
  tabs: projectParts.map(([label, rest]): Tab => ({ label, href: pathOf(project, rest), isCurrent: rest === part })),
})

type Offered = Omit<Offer, 'act' | 'action' | 'back'> & { back?: string }

/** The form of an act, if this administrator may do it. */
export const offer = (context: ViewContext & { project?: Project }, name: string, offered: Offered): Form[] => {
  const { administrator, project, here } = context
  const act = actNamed(name)
  const ofOneProject = act.isOfProject ? (project ?? null) : null
  if (!mayDo(act, administrator, ofOneProject)) return []
  const action = `${ofOneProject === null ? '/console' : pathOf(ofOneProject)}/acts/${name}`
  return [formOf({ ...offered, act, action, back: offered.back ?? here })]
}

/** The same for a cell of a table. */
export const offerCell = (context: ViewContext & { project?: Project }, name: string, offered: Offered) => {
  const [form] = offer(context, name, offered)
  return form === undefined ? '' : { form }
}

/** The address of this page with other values in its query. */
export const withQuery = (here: string, values: Readonly<Record<string, string | null>>): string => {
  const [path = '', search = ''] = here.split('?')
  const query = new URLSearchParams(search)
  for (const [name, value] of Object.entries(values)) {
    if (value === null || value === '') query.delete(name)
    else query.set(name, value)
  }
  return query.size === 0 ? path : `${path}?${query}`
}
