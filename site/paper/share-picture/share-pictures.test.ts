import { Resvg } from '@resvg/resvg-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { samplePapers } from '../../testing/index.ts'
import { drawPicture } from './draw-picture.ts'
import { fontFiles, fontWeight } from './fonts/font-files.ts'
import { type PictureModel, pictureModel, pictureVersion } from './picture-model.ts'
import { createSharePictures, type SharePictures } from './share-pictures.ts'
import { openTypefaces } from './typeface.ts'

const typefaces = openTypefaces()
const sample = (name: string, more: Partial<PictureModel> = {}): PictureModel => {
  const paper = samplePapers[name]
  if (paper === undefined) throw new Error(`No sample ${name}`)
  return { ...pictureModel(paper), ...more }
}

describe('share picture', () => {
  test('a share picture shows the status as text and icon, title and timeline', () => {
    const { svg } = drawPicture(sample('retracted'), typefaces)
    expect(svg).toContain('>Retracted on 6 February 2010</tspan>')
    expect(svg.match(/<tspan/g)?.length).toBeGreaterThan(6)
    for (const word of ['famous', '1998', '2026', 'The Lancet', 'doi.org/10.1016/s0140-6736(97)11096-0'])
      expect(svg).toContain(word)
  })

  test.each([
    ['Greek and Cyrillic', 'Ψυχολογία Воспроизводимость', ['Source Serif 4', 'Inter']],
    ['Chinese', '深层学习的基础', ['Inter', 'Noto Sans SC Thin']],
    ['Arabic', 'دراسة حول النتائج 2019', ['Inter', 'Noto Sans Arabic']],
    ['Hebrew', 'מחקר על שחזור', ['Inter', 'Noto Sans Hebrew']],
    ['Korean', '재현 가능성 연구', ['Inter', 'Noto Sans KR Thin']],
    ['Thai', 'การศึกษาความสามารถ', ['Inter', 'Noto Sans Thai']],
  ])('a title in %s loads only the fonts it needs', (_, title, fonts) => {
    const { svg, families } = drawPicture(sample('nothing-known', { title }), typefaces)
    expect([...families].filter(family => family !== 'Source Serif 4').toSorted()).toEqual(
      fonts
        .filter(font => font !== 'Source Serif 4')
        .concat(fonts.includes('Inter') ? [] : ['Inter'])
        .toSorted(),
    )
    expect(svg.replace(/<[^>]+>/g, '')).toContain(title.split(' ')[0])
  })

  test('a title without a suitable font is replaced by the DOI', () => {
    const { svg } = drawPicture(sample('nothing-known', { title: 'पुनरुत्पादकता' }), typefaces)
    expect(svg).not.toContain('पुन')
    expect(drawPicture(sample('nothing-known', { title: 'The ﬁrst 𝒳' }), typefaces).svg).toContain('>The ﬁrst X<')
    expect(svg).toContain('>10.1000/example.1</tspan>')
  })

  test('rare Korean syllables are rendered', () => {
    expect(drawPicture(sample('nothing-known', { title: '뷁 연구' }), typefaces).svg).toContain('뷁 연구')
  })

  test('Thai characters that would overlap are separated', () => {
    const { svg } = drawPicture(sample('nothing-known', { title: 'ทำซ้ำ' }), typefaces)
    expect(svg.replace(/<[^>]+>/g, '')).toContain('ท\u0e4d\u0e32ซ\u0e4d\u0e49\u0e32')
  })

  test('markup in titles is escaped and characters XML forbids are removed', () => {
    const { svg } = drawPicture(sample('nothing-known', { title: '<b>&"\u0001\ud800</b> markup' }), typefaces)
    expect(svg).toContain('&lt;b&gt;&amp;&quot;')
    expect(svg).not.toContain('\u0001')
  })

  test('a picture’s name changes with its content', () => {
    const model = sample('retracted')
    expect(pictureVersion({ ...model })).toBe(pictureVersion(model))
    expect(pictureVersion({ ...model, headline: 'Retracted on 7 February 2010' })).not.toBe(pictureVersion(model))
  })
})

test.each([
  ['serif', 'Observation of gravitational waves from a binary black hole merger', 'Source Serif 4'],
  ['sans', 'Retracted and republished on 26 September 2022', 'Inter'],
  ['serif', '深层学习的基础一个关于神经网络', 'Noto Sans SC Thin'],
  ['serif', 'מחקר על שחזור תוצאות', 'Noto Sans Hebrew'],
  ['serif', '재현 가능성 연구', 'Noto Sans KR Thin'],
] as const)('measured text width equals rendered width: %s, %s', (kind, text, family) => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="3000" height="100"><text x="10" y="60" font-size="40" font-weight="${fontWeight}" font-family="${family}">${text}</text></svg>`
  const drawn =
    new Resvg(svg, { font: { loadSystemFonts: false, fontFiles: fontFiles([family]) } }).getBBox()?.width ?? 0
  const told = typefaces[kind].width(text) * 40
  expect(Math.abs(drawn - told) / told).toBeLessThan(0.04)
})

test.each([
  'دراسة حول 2019: قابلية',
  'מחקר: COVID-19 על שחזור',
  '深层学习 (deep learning) 的基础',
  '재현 가능성: COVID-19 연구',
  'การศึกษา COVID-19 ทำซ้ำ',
])('a title in several fonts is drawn as wide as it is told to be: %s', title => {
  const { svg, families } = drawPicture(sample('nothing-known', { title }), typefaces)
  const text = svg.match(/<text(?:(?!<\/text>).)*<\/text>/g)?.find(each => each.includes(title.split(/[ :]/)[0] ?? ''))
  const size = Number(text?.match(/font-size="(\d+)"/)?.[1])
  const alone = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630">${text}</svg>`
  const font = { loadSystemFonts: false, fontFiles: fontFiles(families) }
  const drawn = new Resvg(alone, { font }).getBBox()?.width ?? 0
  const told = typefaces.serif.width(typefaces.serif.writable(title) ?? '') * size
  // Ligatures are narrower than computed.
  expect(drawn / told).toBeGreaterThan(0.8)
  expect(drawn / told).toBeLessThan(1.05)
})

describe('rendering thread', () => {
  let pictures: SharePictures
  const told: string[] = []
  beforeAll(() => {
    pictures = createSharePictures({ onNotice: sentence => told.push(sentence) })
  })
  afterAll(() => pictures.close())

  test('a 1200 × 630 PNG is rendered for every paper status and cached', async () => {
    for (const name of Object.keys(samplePapers)) {
      const model = sample(name)
      expect(pictures.kept(model)).toBeNull()
      const [png, again] = await Promise.all([pictures.draw(model), pictures.draw(model)])
      expect(again).toBe(png)
      const bytes = Buffer.from(png ?? [])
      expect([bytes.toString('latin1', 1, 4), bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([
        'PNG',
        1200,
        630,
      ])
      expect(bytes.length).toBeLessThan(150_000)
      expect(pictures.kept(model)).toBe(png)
    }
    expect(told).toEqual([])
  })

  test('a rendering that would wait too long is rejected', async () => {
    const models = Array.from({ length: 40 }, (_, index) => sample('retracted', { title: `Title ${index}` }))
    const drawn = models.map(pictures.draw)
    let refused = 0
    for (const picture of drawn)
      void picture.then(found => {
        if (found === null) refused += 1
      })
    // On a busy machine those that wait may be given up one by one later; refused are those that were never let in.
    await drawn[0]
    expect(refused).toBe(40 - 17)
    await Promise.all(drawn)
  })
})
