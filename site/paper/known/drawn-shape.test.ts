import { expect, test } from 'vitest'
import { drawnShape, type ShapeKind, shapeDrawings, toneOfMark, toneOfStatus, tones } from './listed-facts.ts'

const drawn = (kind: ShapeKind) => drawnShape(kind, '#123456', '#ffffff')

test('all icons are drawn differently', () => {
  const kinds = Object.keys(shapeDrawings) as ShapeKind[]
  expect(kinds).toHaveLength(12)
  const shapes = kinds.map(drawn)
  expect(new Set(shapes).size).toBe(12)
  for (const shape of shapes) expect(shape).toMatch(/^(?:<path d="M[-\d.a-zA-Z ]+" [^<>]+\/>)+$/)
})

test('an icon is filled, outlined on its background, or a thick line', () => {
  const line = 'stroke="#123456" stroke-width="3.6" stroke-linecap="round" stroke-linejoin="round"'
  expect(drawn('publication')).toBe('<path d="M-4.5-4.5h9v9h-9z" fill="#123456"/>')
  expect(drawn('unknown')).toBe(`<path d="M-6.5 0H6.5" fill="none" ${line}/>`)
  expect(drawn('notice')).toBe(`<path d="M-5-5h10v10h-10z" fill="#ffffff" ${line.replace('3.6', '2.6')}/>`)
  expect(drawn('held')).toContain('M-7.5 0a7.5 7.5 0 1 0 15 0a7.5 7.5 0 1 0-15 0z')
  expect(drawn('mixed').match(/<path/g)).toHaveLength(2)
})

test('negative findings have a warning color and positive ones another', () => {
  const of = (tone: string) => Object.entries(toneOfStatus).flatMap(([kind, of]) => (of === tone ? [kind] : []))
  expect(of('no')).toEqual(['retracted', 'republished', 'partly-retracted', 'withdrawn', 'not-held'])
  expect(of('yes')).toEqual(['held', 'reinstated'])
  expect([toneOfMark.held, toneOfMark['not-held'], toneOfMark.correction]).toEqual(['yes', 'no', 'amber'])
  for (const colour of Object.values(tones)) expect(colour).toMatch(/^#[\da-f]{6}$/)
})
