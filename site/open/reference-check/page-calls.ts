import { ReadableStream } from 'node:stream/web'
import { addressOf, type HttpContext } from '@corroborate/server-kit/http'
import type { Limits } from '@corroborate/server-kit/limits'
import type { Handler } from '../../kit/feature/index.ts'
import type { Pages } from '../../kit/http/index.ts'
import { notNow } from './api-call.ts'
import type { Checked, CheckReferences } from './check.ts'
import { checkPage } from './check-page.ts'
import { asCsv, asJson, type ExportedFile, withNotes } from './exports.ts'
import type { CheckLine } from './model.ts'
import { readForm, type Shape } from './read-upload.ts'
import { resultOf } from './result.ts'

type Options = {
  check: CheckReferences
  pages: Pick<Pages, 'show'>
  limits: Pick<Limits<'checkReferences'>, 'require'>
}

const empty = { text: '', problem: null, result: null }

/** `/check`: the form, and its result. */
export const createPageCalls = ({ check, pages, limits }: Options): { form: Handler; check: Handler } => ({
  form: c => pages.show(c, checkPage, empty),
  check: async c => {
    await limits.require('checkReferences', { address: addressOf(c) })
    const { bytes, text, shape } = await readForm(c)
    if (shape === 'page' && (c.req.header('Accept') ?? '').includes('application/x-ndjson'))
      return streamed(c, check, bytes)
    const outcome = await check(bytes, addressOf(c))
    if (outcome.kind === 'busy' || outcome.kind === 'too-many') throw notNow(outcome.kind)
    if (outcome.kind === 'unreadable')
      return pages.show(c, checkPage, { ...empty, text: text ?? '', problem: outcome.sentence }, 422)
    if (shape !== 'page') return asFile(c, fileOf(shape, outcome))
    return pages.show(c, checkPage, { text: outcome.text, problem: null, result: resultOf(outcome.checked) })
  },
})

const fileOf = (
  shape: Exclude<Shape, 'page'>,
  { text, checked }: Extract<Checked, { kind: 'checked' }>,
): ExportedFile => {
  if (shape === 'notes') return withNotes(text, checked)
  return shape === 'csv' ? asCsv(checked) : asJson(checked)
}

const asFile = (c: HttpContext, { name, type, text }: ExportedFile): Response =>
  c.body(text, 200, {
    'Content-Type': type,
    'Content-Disposition': `attachment; filename="${name}"`,
    'Cache-Control': 'no-store',
  })

/** Streams progress during the check. */
const streamed = (c: HttpContext, check: CheckReferences, bytes: Uint8Array): Response => {
  const encoder = new TextEncoder()
  const lines = new ReadableStream<Uint8Array>({
    async start(controller) {
      const tell = (line: CheckLine) => controller.enqueue(encoder.encode(`${JSON.stringify(line)}\n`))
      tell(lineOf(await check(bytes, addressOf(c), progress => tell({ kind: 'progress', ...progress }))))
      controller.close()
    },
  })
  return c.body(lines as globalThis.ReadableStream<Uint8Array<ArrayBuffer>>, 200, {
    'Content-Type': 'application/x-ndjson',
    'Cache-Control': 'no-store',
  })
}

const lineOf = (outcome: Checked): CheckLine => {
  if (outcome.kind === 'checked') return { kind: 'done', text: outcome.text, result: resultOf(outcome.checked) }
  return { kind: 'problem', sentence: outcome.kind === 'unreadable' ? outcome.sentence : notNow(outcome.kind).message }
}
