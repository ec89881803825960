import { type HttpContext, type HttpEnv, HttpProblem } from '@corroborate/server-kit/http'
import { Hono } from 'hono'
import { factsOf } from '../../platform/request/index.ts'
import { findProject, type Project } from '../../projects/index.ts'
import type { Core } from '../../sdk/core/index.ts'
import { formOf, readForm } from './act-form.ts'
import { type Act, acts } from './acts.ts'
import { administratorOf } from './administrator-of.ts'
import { download } from './download.ts'
import type { Block, Page } from './page.ts'
import { formOfRequest } from './read-form.ts'
import { runAct } from './run-act.ts'
import { say } from './said.ts'
import type { ShowPage } from './show-page.ts'
import { readerOf } from './views/index.ts'

type Parts = { core: Core; show: ShowPage }

const noSuchPage = (): HttpProblem => new HttpProblem(404, 'There is no such page.')

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
      return show(c, page('Not for your role', [], { tone: 'wrong', text: done.sentence }), 403)
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
    say(c, core, text.includes('\n') ? 'Done. What you see is how it is now.' : text)
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
