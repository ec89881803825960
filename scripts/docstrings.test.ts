import { expect, test } from 'vitest'
import { rejectedDocstrings } from './docstrings.ts'

test('docstrings that begin with What, Who, Whose, Whether, Of or It are reported with their line', () => {
  const source = [
    '/*'.concat('* What a page shows. */'),
    'const a = 1',
    '/**',
    ' * Whether it ends.',
    ' */',
    '  /*'.concat('* Of two notices. */ type B = 1'),
  ]
  expect(rejectedDocstrings(source.join('\n'))).toEqual([
    { line: 1, text: 'What a page shows.' },
    { line: 3, text: 'Whether it ends.' },
    { line: 6, text: 'Of two notices.' },
  ])
})

test('docstrings that begin with another word, and other comments, are not reported', () => {
  expect(rejectedDocstrings('/** Items of a page. */\n/** Official name. */\n// What it is\n/* Who */\n')).toEqual([])
})
