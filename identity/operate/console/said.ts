import type { HealthCheck } from '@corroborate/server-kit/health'
import { cookieNamed, type HttpContext, type HttpEnv, HttpProblem } from '@corroborate/server-kit/http'
import { Hono } from 'hono'
import { consolePath } from '../../administrators/invite.ts'
import { findProject } from '../../projects/index.ts'
import type { Core } from '../../sdk/core/create-core.ts'
import type { Page, Said } from './page.ts'
import { type Asker, readAsker } from './reader.ts'
import {
  addressesView,
  administratorsView,
  appPageView,
  appsView,
  auditView,
  contextOf,
  healthView,
  keysView,
  limitsView,
  mailPreview,
  mailsView,
  meView,
  outboxView,
  overviewView,
  type ProjectContext,
  projectsView,
  providersView,
  readerOf,
  settingsView,
  textsView,
  usersView,
  userView,
  type View,
  type ViewContext,
  webhooksView,
} from './views/index.ts'

/** Redirects to sign-in; form posts without a session are rejected. */
export class SignInFirst extends Error {
  override name = 'SignInFirst'
  readonly to: string

  constructor(to: string) {
    super('Sign in first.')
    this.to = to
  }
}

/** Returns the request's administrator. @throws SignInFirst, HttpProblem 403 */
export const administratorOf = async (
  core: Core,
  c: HttpContext,
): Promise<Extract<Asker, { kind: 'administrator' }>> => {
  const asker = await readAsker(core, c)
  switch (asker.kind) {
    case 'administrator':
      return asker
    case 'halfway':
      throw new SignInFirst('/console/second')
    case 'stranger':
      throw new SignInFirst('/console/sign-in')
    case 'nobody':
      throw new HttpProblem(403, `${asker.email} is not an administrator of this identity provider.`)
  }
}

/** Answers with a page of the console. */
export type ShowPage = (c: HttpContext, page: Page, status?: 200 | 400 | 403 | 404 | 422) => Promise<Response>

type ViewOf<Context> = (context: Context) => Promise<View | null>

/** Pages about the whole provider, below `/console`. */
export const pages: Readonly<Record<string, ViewOf<ViewContext>>> = {
  '/': overviewView,
  '/projects': projectsView,
  '/outbox': outboxView,
  '/limits': limitsView,
  '/health': healthView,
  '/administrators': administratorsView,
  '/me': meView,
}

/** Pages about one project, below `/console/projects/TOKEN`. */
export const projectPages: Readonly<Record<string, ViewOf<ProjectContext>>> = {
  '': settingsView,
  '/addresses': addressesView,
  '/keys': keysView,
  '/providers': providersView,
  '/users': usersView,
  '/users/:user': userView,
  '/apps': appsView,
  '/apps/:app': appPageView,
  '/webhooks': webhooksView,
  '/mails': mailsView,
  '/texts': textsView,
  '/audit': auditView,
}

/** Isolates the mail in a frame without scripts or an origin. */
const previewPolicy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'"

/** Everything that is read. */
export const pageRoutes = ({
  core,
  checks,
  show,
}: {
  core: Core
  checks: Readonly<Record<string, HealthCheck>>
  show: ShowPage
}): Hono<HttpEnv> => {
  const app = new Hono<HttpEnv>()

  const answer = async (c: HttpContext, context: ViewContext, view: View | null) => {
    if (view === null) throw new HttpProblem(404, 'Page not found.')
    return show(c, { ...view, reader: readerOf(context.administrator, c.req.path) })
  }
  const open = async (c: HttpContext): Promise<ViewContext> =>
    contextOf(core, checks, await administratorOf(core, c), c)
  const openProject = async (c: HttpContext): Promise<ProjectContext> => {
    const context = await open(c)
    const project = await findProject(core.db, c.req.param('project') ?? '')
    if (project === null) throw new HttpProblem(404, 'Project not found.')
    return { ...context, project }
  }

  for (const [path, view] of Object.entries(pages)) {
    app.get(path, async c => {
      const context = await open(c)
      return answer(c, context, await view(context))
    })
  }
  for (const [path, view] of Object.entries(projectPages)) {
    app.get(`/projects/:project${path}`, async c => {
      const context = await openProject(c)
      return answer(c, context, await view(context))
    })
  }

  app.get('/projects/:project/mails/preview', async c => {
    const html = mailPreview(await openProject(c))
    if (html === null) throw new HttpProblem(404, 'Template not found.')
    c.header('Content-Security-Policy', previewPolicy)
    return c.html(html)
  })

  return app
}

// Flash messages travel in a cookie. In a URL, anyone could forge them.

const cookieName = 'console_said'
const longest = 300

/** Sets the success message for the next page. */
export const say = (c: HttpContext, { origin }: Pick<Core, 'origin'>, text: string): void => {
  const value = encodeURIComponent(text.slice(0, longest))
  setCookie(c, origin, value, 60)
}

const setCookie = (c: HttpContext, origin: string, value: string, seconds: number): void => {
  const secure = origin.startsWith('https:') ? '; Secure' : ''
  c.header(
    'Set-Cookie',
    `${cookieName}=${value}; Path=${consolePath}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`,
    { append: true },
  )
}

/** Reads and removes the previous page's message. */
export const takeFlashMessage = (c: HttpContext, { origin }: Pick<Core, 'origin'>): Said | null => {
  const value = cookieNamed(c.req.header('Cookie'), cookieName)
  if (!value) return null
  setCookie(c, origin, '', 0)
  try {
    return { tone: 'done', text: decodeURIComponent(value) }
  } catch {
    return null
  }
}
