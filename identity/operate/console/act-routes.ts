import { type HttpContext, type HttpEnv, HttpProblem } from '@corroborate/server-kit/http'
import { cleanText } from '@corroborate/wire/written-text'
import { Hono } from 'hono'
import { readAudit } from '../../platform/audit/store.ts'
import { factsOf } from '../../platform/request/facts-of.ts'
import { findProject, type Project } from '../../projects/index.ts'
import { type LimitName, limitTable } from '../../protection/index.ts'
import type { Core } from '../../sdk/core/create-core.ts'
import { noteOf } from '../commands/index.ts'
import { type Act, acts, formOf, ownPath, readForm } from './act-form.ts'
import type { Block, Page } from './page.ts'
import { type Administrator, operatorOf } from './reader.ts'
import { mayDo, runAct } from './run-act.ts'
import { administratorOf, type ShowPage, say } from './said.ts'
import { download, formOfRequest, formValues } from './sign-in.ts'
import { auditQueryOf, filterOf, limitKeyOf, readerOf } from './views/index.ts'

declare module '../../platform/names/index.ts' {
  interface OperatorEvents {
    'audit.exported': true
    'limit.forgiven': true
  }
}

/** Routes without a command line equivalent: filtered log exports, and rate limit resets in this process. */
export const logAndLimitRoutes = ({ core }: { core: Core }): Hono<HttpEnv> => {
  const app = new Hono<HttpEnv>()

  app.post('/projects/:project/audit/export', async c => {
    const administrator = await administratorOf(core, c)
    const project = await findProject(core.db, c.req.param('project'))
    if (project === null) throw noSuchPage()
    const value = await formValues(c)
    const reason = cleanText(value('reason'))
    if (reason.length < 3) throw new HttpProblem(422, 'Enter a reason for the audit log.')
    const filter = filterOf(value)
    const wanted = await auditQueryOf({ core, project }, filter)
    const operator = operatorOf(administrator, factsOf(c, core.now()), reason)
    await noteOf(operator, core.db, project, 'audit.exported', { details: { ...filter } })
    const entries = await readAudit(core.db, { ...wanted, limit: mostExported })
    const lines = entries.map(entry => `${JSON.stringify(entry)}\n`).join('')
    return download(c, 'audit.jsonl', 'application/jsonl', lines)
  })

  app.post('/limits/forgive', async c => {
    const administrator = await administratorOf(core, c)
    const value = await formValues(c)
    const project = await findProject(core.db, value('project'))
    const [limit, key, reason] = [value('limit'), value('key').trim(), cleanText(value('reason'))]
    if (project === null || !Object.hasOwn(limitTable, limit)) throw noSuchPage()
    await requireForgiving(core, c, administrator, project)
    if (reason.length < 3) throw new HttpProblem(422, 'Enter a reason for the audit log.')
    await core.limits.forgive(limit as LimitName, limitKeyOf(limit, key, project.id))
    const operator = operatorOf(administrator, factsOf(c, core.now()), reason)
    await noteOf(operator, core.db, project, 'limit.forgiven', { details: { limit, key } })
    say(c, core, `Reset ${limit} for ${key}.`)
    return c.redirect(ownPath(value('back')) ?? '/console/limits', 303)
  })

  return app
}

/** The most entries in one file. */
const mostExported = 100_000

const requireForgiving = async (
  core: Core,
  c: HttpContext,
  administrator: Administrator,
  project: Project,
): Promise<void> => {
  if (mayDo({ role: 'support', reads: false }, administrator, project)) return
  const operator = operatorOf(administrator, factsOf(c, core.now()), null)
  await noteOf(operator, core.db, project, 'console.refused', { details: { act: 'limit forgive' } })
  throw new HttpProblem(403, `Your role, ${administrator.role}, does not permit this. Nothing was changed.`)
}

type Parts = { core: Core; show: ShowPage }

const noSuchPage = (): HttpProblem => new HttpProblem(404, 'Page not found.')

/** Routes for all changes and downloads. Each request is authenticated and authorized again. */
export const actRoutes = ({ core, show }: Parts): Hono<HttpEnv> => {
  const app = new Hono<HttpEnv>()

  const perform = async (c: HttpContext, act: Act, project: Project | null): Promise<Response> => {
    const administrator = await administratorOf(core, c)
    const form = await formOfRequest(c)
    const filled = readForm(act, form)
    const request = factsOf(c, core.now())
    const done = await runAct(core, { act, filled, project, administrator, request })
    const back = filled.back ?? '/console'
    const page = (title: string, blocks: Block[], said: Page['said'] = null): Page => ({
      title,
      said,
      blocks,
      trail: [{ label: 'Back', href: back }],
      reader: readerOf(administrator, back),
    })
    if (done.kind === 'refused')
      return show(c, page('Not permitted for your role', [], { tone: 'wrong', text: done.sentence }), 403)
    if (done.kind === 'wrong') {
      const { operands, flags, files, reason } = filled
      const again = formOf({
        act,
        action: c.req.path,
        back,
        submit: 'Try again',
        tone: 'main',
        // A file has to be chosen anew.
        typed: operands.map(operand => (files.has(operand) ? '' : operand)),
        values: Object.fromEntries(Object.entries(flags).map(([name, values]) => [name, values.join('\n')])),
        reason,
      })
      return show(c, page('Not done', [again], { tone: 'wrong', text: done.sentence }), 422)
    }
    const { text, json } = done.outcome
    if (act.name === 'user-export')
      return download(c, 'account.json', 'application/json', JSON.stringify(json, null, 2))
    if (act.command.showsOnce) {
      return show(
        c,
        page('Done', [
          { kind: 'text', label: 'The result', text },
          { kind: 'note', text: 'This is shown once.' },
        ]),
      )
    }
    say(c, core, text.includes('\n') ? 'Done.' : text)
    return c.redirect(back, 303)
  }

  for (const act of acts) {
    const path = `/acts/${act.name}`
    if (!act.isOfProject) app.post(path, c => perform(c, act, null))
    else {
      app.post(`/projects/:project${path}`, async c => {
        const project = await findProject(core.db, c.req.param('project'))
        if (project === null) throw noSuchPage()
        return perform(c, act, project)
      })
    }
  }

  return app
}
