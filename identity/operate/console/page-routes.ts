import type { HealthCheck } from '@corroborate/server-kit/health'
import { type HttpContext, type HttpEnv, HttpProblem } from '@corroborate/server-kit/http'
import { Hono } from 'hono'
import { findProject } from '../../projects/index.ts'
import type { Core } from '../../sdk/core/index.ts'
import { administratorOf } from './administrator-of.ts'
import type { ShowPage } from './show-page.ts'
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
    if (view === null) throw new HttpProblem(404, 'There is no such page.')
    return show(c, { ...view, reader: readerOf(context.administrator, c.req.path) })
  }
  const open = async (c: HttpContext): Promise<ViewContext> =>
    contextOf(core, checks, await administratorOf(core, c), c)
  const openProject = async (c: HttpContext): Promise<ProjectContext> => {
    const context = await open(c)
    const project = await findProject(core.db, c.req.param('project') ?? '')
    if (project === null) throw new HttpProblem(404, 'There is no such project.')
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
    if (html === null) throw new HttpProblem(404, 'There is no such mail.')
    c.header('Content-Security-Policy', previewPolicy)
    return c.html(html)
  })

  return app
}
