import { describe, expect, test } from 'vitest'
import {
  graver,
  gravestFirst,
  hidesRetraction,
  isTitledAsNotice,
  meaningOf,
  meaningOfUpdate,
  replacedByNewer,
  republication,
  updateType,
} from './update-types.ts'

const update = (type: string, title: string | null = null, given: object = {}) => ({
  ...{ doi: '10.1000/paper', type, noticeDoi: '10.1000/notice', retracted: false, title },
  ...given,
})

describe('update type', () => {
  test.each([
    ['addendum', 'correction', 'corrected', 'Addendum', 'addenda'],
    ['clarification', 'correction', 'corrected', 'Clarification', 'clarifications'],
    ['correction', 'correction', 'corrected', 'Correction', 'corrections'],
    ['corrected-article', 'correction', 'corrected', 'Correction', 'corrections'],
    ['corrigendum', 'correction', 'corrected', 'Correction (corrigendum)', 'corrections'],
    ['err', 'correction', 'corrected', 'Correction (erratum)', 'corrections'],
    ['erratum', 'correction', 'corrected', 'Correction (erratum)', 'corrections'],
    ['publisher-note', 'correction', 'corrected', 'Correction (publisher’s note)', 'corrections'],
    ['retraction', 'retraction', 'retracted', 'Retraction', 'retractions'],
    ['retration', 'retraction', 'retracted', 'Retraction', 'retractions'],
    ['retract-and-replace', 'retraction', 'republished', 'Retraction with replacement', 'retractions'],
    ['partial-retraction', 'retraction', 'partly-retracted', 'Partial retraction', 'partial retractions'],
    ['withdrawal', 'retraction', 'withdrawn', 'Withdrawal', 'withdrawals'],
    ['removal', 'retraction', 'withdrawn', 'Removal', 'removals'],
    ['expression-of-concern', 'concern', 'concern', 'Expression of concern', 'expressions of concern'],
    ['reinstatement', 'reinstatement', 'reinstated', 'Reinstatement', 'reinstatements'],
    ['new-edition', 'notice', null, 'New edition', 'new editions'],
    ['new-version', 'notice', null, 'New version', 'new versions'],
    ['comment', 'notice', null, 'Comment', 'comments'],
    ['correspondence', 'notice', null, 'Correspondence', 'comments'],
    ['note-discuss', 'notice', null, 'Discussion', 'comments'],
    ['republication', 'notice', null, 'Published again', 'republications'],
    // Unlisted types are shown as given, if they are words.
    ['editorial-note', 'notice', null, 'Editorial note', 'notices'],
    ['editorial__note', 'notice', null, 'Editorial note', 'notices'],
    ['print', 'notice', null, 'Notice', 'notices'],
    ['x1', 'notice', null, 'Notice', 'notices'],
    ['abc', 'notice', null, 'Notice', 'notices'],
    ['abcd', 'notice', null, 'Abcd', 'notices'],
    ['-abcd-', 'notice', null, 'Abcd', 'notices'],
    ['<b>bold</b>', 'notice', null, 'Notice', 'notices'],
    ['a'.repeat(42), 'notice', null, 'Notice', 'notices'],
    ['', 'notice', null, 'Notice', 'notices'],
  ])('%j is a %s and makes a paper %j', (type, kind, status, label, many) =>
    expect(meaningOf(type)).toEqual({ kind, status, label, noun: { one: expect.stringMatching(/^\w/), many } }),
  )

  test.each([
    [' Expression of  Concern ', 'expression-of-concern'],
    ['NOTE_discuss', 'note-discuss'],
    ['Retraction', 'retraction'],
  ])('%j is stored as %s', (text, type) => expect(updateType(text)).toBe(type))
})

describe('meaning of an update', () => {
  test.each([
    // A retraction is never downgraded by its title.
    ['retraction', 'Correction: A paper', 'retracted'],
    ['Retraction', null, 'retracted'],
    // Members deposit retractions as errata.
    ['erratum', 'Retraction: A paper', 'retracted'],
    ['erratum', '“Retracted: A paper', 'retracted'],
    ['erratum', 'Notice of retraction', 'retracted'],
    ['erratum', 'A paper: a retraction.', 'retracted'],
    ['erratum', 'A paper – RETRACTION', 'retracted'],
    ['erratum', 'Retraction and republication: A paper', 'republished'],
    ['erratum', 'Retracted and replaced: A paper', 'republished'],
    ['erratum', 'Retraction and re-publication', 'republished'],
    ['erratum', 'Partial retraction: A paper', 'partly-retracted'],
    ['erratum', 'Notice of partially retracted', 'partly-retracted'],
    ['erratum', 'Retraction of an interpretation', 'partly-retracted'],
    ['erratum', 'Withdrawal: A paper', 'withdrawn'],
    ['erratum', 'Withdrawn', 'withdrawn'],
    ['erratum', 'Expression of concern: A paper', 'concern'],
    // A title that speaks of a retraction, and announces none.
    ['erratum', 'Correction: Retraction of a wing', 'corrected'],
    ['erratum', 'On the retraction of the tongue', 'corrected'],
    ['erratum', 'A retraction and replacement of the hip', 'corrected'],
    ['erratum', 'Retractions of the wing', 'corrected'],
    ['erratum', 'Withdrawals from opioids', 'corrected'],
    ['erratum', 'On withdrawal from opioids', 'corrected'],
    ['erratum', 'On a partial retraction of the cell', 'corrected'],
    ['erratum', null, 'corrected'],
    ['comment', 'A comment', null],
    ['comment', 'Expression of concern: A paper', null],
  ])('deposited as %s titled %j, an update makes the paper %j', (type, title, status) =>
    expect(meaningOfUpdate(update(type, title)).status).toBe(status),
  )

  test('Nature journals’ retractions headed as corrections are recognized', () => {
    const heading = 'Correction: Retraction Note: A paper'
    expect(meaningOfUpdate(update('erratum', heading, { noticeDoi: '10.1038/s1' })).status).toBe('retracted')
    expect(meaningOfUpdate(update('erratum', `Erratum: Retracted`, { noticeDoi: '10.1038/s1' })).status).toBe(
      'retracted',
    )
    expect(meaningOfUpdate(update('erratum', heading, { noticeDoi: '10.1000/s1' })).status).toBe('corrected')
    expect(meaningOfUpdate(update('erratum', heading, { noticeDoi: null })).status).toBe('corrected')
  })

  test('a temporary removal is not held against a paper', () => {
    const temporary = { kind: 'notice', status: null, label: 'Temporary removal' }
    expect(meaningOfUpdate(update('removal', '“Temporary removal: A paper'))).toMatchObject(temporary)
    expect(meaningOfUpdate(update('removal', 'Removal of a temporary wing')).status).toBe('withdrawn')
    expect(meaningOfUpdate(update('removal')).status).toBe('withdrawn')
    expect(meaningOfUpdate(update('retraction', 'Temporary removal')).status).toBe('retracted')
  })

  test.each([
    ['10.1002/cd5', '10.1002/cd5.pub2', true],
    ['10.1002/cd5.pub2', '10.1002/cd5.pub3', true],
    ['10.1002/cd5.pub2', '10.1002/cd5.pub2', false],
    ['10.1002/cd5.pub2', '10.1002/cd6.pub3', false],
    ['10.1002/cd5.pub2', '10.1002/cd5', false],
    ['10.1002/cd5.pub2x', '10.1002/cd5.pub3', false],
    ['10.1002/cd5', '10.1002/cd5.pub', false],
    ['10.1002/cd5', null, false],
  ])('review %s withdrawn by %s was replaced by its next version: %j', (doi, noticeDoi, isNewer) => {
    const given = { doi, noticeDoi }
    expect(meaningOfUpdate(update('withdrawal', null, given)) === replacedByNewer).toBe(isNewer)
    expect(meaningOfUpdate(update('retraction', null, given)).status).toBe('retracted')
  })

  test.each([
    ['erratum', null, true],
    ['comment', 'A paper', true],
    ['erratum', 'Correction to a paper', false],
    ['erratum', '“Corrigendum', false],
    ['comment', 'Comment on a paper', false],
    ['erratum', 'Addendum', false],
    ['erratum', 'The correct answer', true],
    ['expression-of-concern', null, false],
  ])('for a record flagged as retracted, %s titled %j is that retraction: %j', (type, title, isIt) => {
    const given = update(type, title, { retracted: true })
    expect(meaningOfUpdate(given).status === 'retracted').toBe(isIt)
    expect(hidesRetraction(given)).toBe(!isIt)
    expect(hidesRetraction({ ...given, retracted: false })).toBe(false)
  })
})

test.each([
  ['Correction: A paper', true],
  ['“Corrigenda', true],
  ['ERRATUM', true],
  ['Addenda to a paper', true],
  ['Retraction', true],
  ['Publisher’s note', true],
  ['Publishers note', true],
  ['Publisher note', true],
  // As the journals of Springer Nature head theirs.
  ['Author Correction: A paper', true],
  ['Publisher Correction: A paper', true],
  ['Publisher’s correction', true],
  ['Author note', false],
  ['Expression of concern', true],
  ['Notice of redundant publication', true],
  ['Corrections of the eye', false],
  ['On the correction of the eye', false],
  [null, false],
])('%j is a notice title: %j', (title, isNotice) => expect(isTitledAsNotice(title)).toBe(isNotice))

test('the more severe of two meanings of an event is used', () => {
  expect(gravestFirst).toEqual(['retraction', 'reinstatement', 'concern', 'correction', 'notice'])
  const order = [
    ...['retract-and-replace', 'retraction', 'withdrawal', 'partial-retraction'],
    ...['reinstatement', 'expression-of-concern', 'erratum', 'comment'],
  ].map(meaningOf)
  for (const [index, more] of order.entries())
    for (const less of order.slice(index + 1)) expect([graver(more, less), graver(less, more)]).toEqual([more, more])
  // Equally serious: the first wins.
  expect(graver(meaningOf('comment'), republication)).toBe(meaningOf('comment'))
})
