import { describe, expect, test } from 'vitest'
import { readDraftText } from './draft.ts'
import { type Entries, noEntries } from './entries.ts'
import { evolveWizard, startWizard, type WizardEvent, type WizardState } from './wizard-state.ts'

const filled: Entries = {
  ...noEntries,
  auditorName: 'Ada',
  auditorEmail: 'ada@example.org',
  platform: 'linux',
  environmentDetails: 'R',
  approach: 'Ran it.',
  status: 'success',
  auditReport: 'It holds.',
}
const after = (state: WizardState, ...events: WizardEvent[]) => events.reduce(evolveWizard, state)
const on: WizardEvent = { type: 'continued', fingerprint: { kind: 'none' } }

describe('report wizard', () => {
  test('the wizard has seven steps and submits from the last when complete', () => {
    const steps = [on, on, on, on, on, on].map((_, n) => after(startWizard(filled), ...Array(n).fill(on)).step)
    expect(steps).toEqual([0, 1, 2, 3, 4, 5])
    expect(after(startWizard(filled), ...Array(7).fill(on)).phase).toEqual({ kind: 'sending' })
  })

  test.each([
    [1, 'auditorName'],
    [1, 'auditorEmail'],
    [2, 'platform'],
    [2, 'environmentDetails'],
    [3, 'approach'],
    [4, 'status'],
    [4, 'auditReport'],
  ] as const)('the wizard stays at step %i while %s is blank, and marks it', (step, field) => {
    const state = after(
      startWizard({ ...filled, [field]: field === 'status' || field === 'platform' ? '' : ' \n' }, step),
      on,
    )
    expect([state.step, state.problems]).toEqual([step, { [field]: 'This field is required' }])
  })

  test('the wizard requires no optional fields', () => {
    expect(after(startWizard(filled, 5), on)).toMatchObject({ step: 6, problems: {} })
  })

  test.each([
    ['auditorEmail', 'ada', 'Invalid email address', 1],
    ['auditorEmail', 'ada@localhost', 'Invalid email address', 1],
    ['reproducibilityPackage', 'javascript:alert(1)', 'Enter a URL that begins with https://', 5],
    ['sha256', 'abc', 'A SHA-256 has 64 hexadecimal digits', 5],
  ] as const)('the wizard marks %s %j', (field, value, problem, step) => {
    expect(after(startWizard({ ...filled, [field]: value }, step), on).problems).toEqual({ [field]: problem })
  })

  test('an error mark disappears once corrected', () => {
    const marked = after(startWizard({ ...filled, approach: '' }, 3), on)
    expect(after(marked, { type: 'entered', entries: { approach: 'R' } }).problems).toEqual({})
  })

  test('Back keeps the input, and stays at the first step', () => {
    const state = after(
      startWizard(filled, 2),
      { type: 'entered', entries: { environmentDetails: '' } },
      { type: 'went-back' },
    )
    expect(state).toMatchObject({ step: 1, entries: { environmentDetails: '', auditorName: 'Ada' } })
    expect(after(startWizard(filled, 0), { type: 'went-back' }).step).toBe(0)
  })

  test('submitting returns to the first invalid step', () => {
    expect(after(startWizard({ ...filled, approach: '' }, 6), on)).toMatchObject({
      step: 3,
      problems: { approach: 'This field is required' },
      phase: { kind: 'editing' },
    })
  })

  test('Try Again returns to the last step with all input', () => {
    const failed = after(startWizard(filled, 6), on, {
      type: 'failed',
      message: 'Network response was not ok',
      detail: null,
    })
    expect(failed.phase).toEqual({ kind: 'failed', message: 'Network response was not ok', detail: null })
    expect(after(failed, { type: 'tried-again' })).toMatchObject({
      step: 6,
      entries: filled,
      phase: { kind: 'editing' },
    })
  })

  test('submitting waits for files being read', () => {
    const pending: WizardEvent = { type: 'continued', fingerprint: { kind: 'pending', names: ['large.bin'] } }
    const waiting = after(startWizard(filled, 6), pending)
    expect(waiting.phase).toEqual({ kind: 'waiting' })
    expect(after(waiting, { type: 'went-to', step: 5 }, on)).toMatchObject({ step: 6, phase: { kind: 'editing' } })
    const done: WizardEvent = { type: 'continued', fingerprint: { kind: 'done', sha256: 'ab' } }
    expect(after(waiting, done).phase).toEqual({ kind: 'sending' })
  })

  test('the wizard asks before submitting without unreadable files', () => {
    const unread = { ...filled, unread: ['large.bin'] }
    const failed: WizardEvent = { type: 'continued', fingerprint: { kind: 'failed', names: ['large.bin'] } }
    const asking = after(startWizard(unread, 6), failed)
    expect(asking.phase).toEqual({ kind: 'asking', unread: ['large.bin'] })
    expect(after(asking, { type: 'sent-without' })).toMatchObject({
      phase: { kind: 'sending' },
      entries: { unread: [] },
    })
  })

  test('the wizard opens at the field the server rejected', () => {
    expect(startWizard(filled, 0, { sha256: 'no' }).step).toBe(5)
  })
})

describe('wizard draft', () => {
  test('a draft is read back as stored', () => {
    const draft = { at: 5, step: 3, entries: filled }
    expect(readDraftText(JSON.stringify(draft))).toEqual(draft)
  })

  test.each([null, '', 'null', '[]', '{"entries":5}', '{'])('an invalid draft is discarded: %j', text =>
    expect(readDraftText(text)).toBeNull(),
  )

  test('a draft with other types restores what it can', () => {
    const text =
      '{"at":"x","step":99,"entries":{"approach":5,"platform":"amiga","results":[1,{"claim":"T","verdict":"?"}],"files":"x"}}'
    expect(readDraftText(text)).toEqual({
      at: 0,
      step: 6,
      entries: { ...noEntries, results: [{ claim: 'T', published: '', obtained: '', verdict: 'unclear' }] },
    })
  })
})
