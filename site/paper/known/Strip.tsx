import { type Doi, doiUrl, paths } from '../../kit/doi/index.ts'
import { listedFacts, pageOfFact } from './listed-facts.ts'
import type { KnownFact, KnownFactKind, KnownModel, Noun } from './model.ts'
import { Shape, ShapeDefinitions, ShapeUse } from './Shape.tsx'
import { isDrawn, isNumberLeft, layoutStrip, type StripMark } from './strip.ts'

const meanings: readonly [KnownFactKind, string][] = [
  ['held', 'replicated'],
  ['not-held', 'failed to replicate'],
  ['mixed', 'mixed or unclear results'],
  ['correction', 'a correction'],
  ['concern', 'an expression of concern'],
  ['retraction', 'a retraction'],
  ['reinstatement', 'a reinstatement'],
  ['notice', 'another editorial notice'],
  ['note', 'a reader’s note, or a report that doesn’t count'],
]

export const ShapeKey = () => (
  <>
    <ShapeDefinitions />
    <ul className="shape-key">
      {meanings.map(([kind, meaning]) => (
        <li key={kind}>
          <Shape kind={kind} />
          {meaning}
        </li>
      ))}
    </ul>
  </>
)

/** Legend of the timeline's shapes with counts: "2 held", "1 partial retraction". Counted like the status message. */
export const countedAs = (facts: readonly KnownFact[]): { kind: KnownFactKind; words: string }[] => {
  const counts = new Map<string, { kind: KnownFactKind; noun: Noun; count: number }>()
  for (const { kind, noun = nounOf[kind], count: of = 1 } of facts.filter(isDrawn)) {
    const key = `${kind} ${noun.one}`
    counts.set(key, { kind, noun, count: (counts.get(key)?.count ?? 0) + of })
  }
  return [...counts.values()]
    .toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
    .map(({ kind, noun, count }) => ({ kind, words: `${count} ${count === 1 ? noun.one : noun.many}` }))
}

const same = (words: string): Noun => ({ one: words, many: words })

/** In the order in which they stand. */
const nounOf: Readonly<Record<KnownFactKind, Noun>> = {
  held: same('replicated'),
  'not-held': same('failed to replicate'),
  mixed: same('mixed or unclear'),
  correction: { one: 'correction', many: 'corrections' },
  retraction: { one: 'retraction', many: 'retractions' },
  concern: { one: 'expression of concern', many: 'expressions of concern' },
  reinstatement: { one: 'reinstatement', many: 'reinstatements' },
  notice: { one: 'editorial notice', many: 'editorial notices' },
  note: { one: 'community note', many: 'community notes' },
}
const order = Object.keys(nounOf)

type Props = { doi: Doi; known: KnownModel; year: number | null }

/** Timeline from publication to today. Each event links to its text below. */
export const Strip = ({ doi, known, year }: Props) => {
  const strip = layoutStrip(known, year)
  const listed = new Set(listedFacts(known.facts).map(({ index }) => index))
  const placeOf = (fact: number | null): string => {
    if (fact === null) return doiUrl(doi)
    const { group, href } = known.facts[fact] ?? {}
    if (group === 'note' && href != null) return href
    const anchor = `#known-${fact + 1}`
    return listed.has(fact) ? anchor : paths.all(doi, 'known', pageOfFact(fact)) + anchor
  }
  return (
    <figure className="strip" aria-label="Timeline">
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: it holds links, each with its own name. */}
      <svg className={`strip-line narrow-${strip.levels.narrow} wide-${strip.levels.wide}`}>
        {/* biome-ignore lint/a11y/noSvgWithoutTitle: the drawing's ground, for percentages from its lower edge. */}
        <svg y="100%" className="strip-ground">
          <line x1="-1.5%" x2="101.5%" y1="-38" y2="-38" className="strip-axis" />
          {strip.ticks.map(({ year: tick, x }, index) => (
            <text key={tick} x={`${x}%`} y="-4" className={anchorOf(index, strip.ticks.length)}>
              {tick}
            </text>
          ))}
          {strip.marks.map(mark => (
            <Mark key={mark.label} mark={mark} href={placeOf(mark.fact)} />
          ))}
        </svg>
      </svg>
      {known.facts.length > 0 && <Key known={known} undated={strip.undated} />}
    </figure>
  )
}

const anchorOf = (index: number, count: number): string =>
  index === 0 ? 'first' : index === count - 1 ? 'last' : 'between'

const Mark = ({ mark: { kind, x, level, count, label }, href }: { mark: StripMark; href: string }) => (
  <a href={href} aria-label={label} className={`strip-mark n${level.narrow} w${level.wide}`}>
    <title>{label}</title>
    <svg x={`${x}%`} y="-38" aria-hidden="true">
      <rect x="-12" y="-12" width="24" height="24" />
      <ShapeUse kind={kind} />
      {count > 1 && (
        <text x={isNumberLeft(x) ? -12 : 12} y="4.5" className={isNumberLeft(x) ? 'left' : 'right'}>
          {count}
        </text>
      )}
    </svg>
  </a>
)

const Key = ({ known, undated }: { known: KnownModel; undated: number }) => (
  <figcaption className="strip-key">
    <ul>
      {countedAs(known.facts).map(({ kind, words }) => (
        <li key={words}>
          <Shape kind={kind} />
          {words}
        </li>
      ))}
    </ul>
    {undated > 0 && <p>{`${undated} of them without a known year, so not on the line.`}</p>}
  </figcaption>
)
