import { expect, test } from 'vitest'
import { workKind } from './versions-to-show.ts'

test.each([
  ['article', 'Article'],
  ['journal-article', 'Journal article'],
  ['article-journal', 'Journal article'],
  ['book chapter', 'Book chapter'],
  ['Book_Section', 'Book chapter'],
  ['chapter', 'Book chapter'],
  ['paper-conference', 'Conference paper'],
  ['journal issue', 'Journal issue'],
  ['other', null],
  ['constructor', null],
  ['', null],
  [null, null],
])('work kind %s reads %s', (type, kind) => expect(workKind(type)).toBe(kind))
