import type { KnownFact, KnownFactKind, KnownModel, Noun } from './model.ts'

/** One shape on the line: the paper's publication, a fact, or several facts of one kind that happened close together. */
export type StripMark = {
  kind: KnownFactKind | 'publication'
  /** Position on the timeline, in percent. */
  x: number
  /** Stacking level for either width, 0 on the line. */
  level: { narrow: number; wide: number }
  /** Number of facts it represents. */
  count: number
  /** Index in `KnownModel.facts` of the first of them; null for the publication. */
  fact: number | null
  label: string
}

export type StripTick = { year: number; x: number }

export type Strip = {
  marks: StripMark[]
  ticks: StripTick[]
  /** Highest stacking level for either width; at least 1. */
  levels: { narrow: number; wide: number }
  /** Facts that no source gives a (possible) year for: they are in the list only. */
  undated: number
}

/** Width of the line in CSS pixels at which each layout must still fit: a 320 px screen, and the wide container query. */
const widthPx = { narrow: 248, wide: 500 } as const
/** Marks are touch targets of this size (WCAG 2.5.8), so closer ones are piled up. */
const targetPx = 24
/** Room for one digit of a mark's number. */
const digitPx = 8
/** Higher piles are made lower by drawing facts of one kind as one mark with a number. */
const highestPile = 6
const earliestYear = 1600
/** Journals date issues ahead, but not further than this. */
const aheadYears = 3

type Dated = {
  kind: KnownFactKind
  year: number
  fact: number
  date: string | null
  latest: boolean
  text: string
  of: number
  noun: Noun
}
type Group = { kind: KnownFactKind; first: number; last: number; facts: readonly Dated[] }

/**
 * Lays out the evidence on a timeline from publication to today (LOOKS, "The strip"): each mark at its year, stacked where they overlap.
 * `publishedIn` is the paper's year, if known.
 */
export const layoutStrip = (
  { from, to, facts }: Pick<KnownModel, 'from' | 'to' | 'facts'>,
  publishedIn: number | null,
): Strip => {
  const dated = facts
    .map(({ kind, year, date, dateIsLatest: latest, label, title, count: of = 1, noun = nounOf[kind] }, fact) => ({
      kind,
      year,
      date,
      latest,
      fact,
      text: title ?? label,
      label,
      of,
      noun,
    }))
    .filter(({ fact }) => isDrawn(facts[fact]))
    .filter((fact): fact is typeof fact & { year: number } => isPossible(fact.year, to))
    .map(({ label, text, ...fact }) => ({ ...fact, text: text === label ? label : `${label}. ${text}` }))
    .sort((a, b) => a.year - b.year || (a.date ?? '').localeCompare(b.date ?? '') || b.fact - a.fact)
  const published = isPossible(publishedIn, to) ? publishedIn : null
  const years = [from, to, ...(published === null ? [] : [published]), ...dated.map(({ year }) => year)]
  const start = Math.min(...years)
  const end = Math.max(...years)
  const place = (year: number): number => (end === start ? 0 : round(((year - start) / (end - start)) * 100))

  const groups = grouped(dated, end - start, place)
  const unplaced: Omit<StripMark, 'level'>[] = [
    ...(published === null
      ? []
      : [
          { kind: 'publication' as const, x: place(published), count: 1, fact: null, label: `${published}: published` },
        ]),
    ...groups.map(group => ({
      kind: group.kind,
      x: place((group.first + group.last) / 2),
      count: countOf(group.facts),
      fact: group.facts[0]?.fact ?? null,
      label: labelOf(group),
    })),
  ]
  const narrow = pile(unplaced, widthPx.narrow)
  const wide = pile(unplaced, widthPx.wide)
  return {
    marks: unplaced.map((mark, index) => ({ ...mark, level: { narrow: narrow[index] ?? 0, wide: wide[index] ?? 0 } })),
    ticks: ticksOf(start, end).map(year => ({ year, x: place(year) })),
    levels: { narrow: Math.max(0, ...narrow) + 1, wide: Math.max(0, ...wide) + 1 },
    undated: facts.filter(isDrawn).length - dated.length,
  }
}

/** False for community reports that do not count: they have their own section, and no place on the line. */
export const isDrawn = (fact: Pick<KnownFact, 'group' | 'outcome'> | undefined): boolean =>
  fact !== undefined && (fact.group !== 'report' || fact.outcome !== null)

const isPossible = (year: number | null, thisYear: number): year is number =>
  year !== null && year >= earliestYear && year <= thisYear + aheadYears

const countOf = (facts: readonly Dated[]): number => facts.reduce((sum, { of }) => sum + of, 0)

/** Facts as they are or, when they would pile up too high, gathered by kind over more and more years until they do not. */
const grouped = (dated: readonly Dated[], span: number, place: (year: number) => number): Group[] => {
  let groups: Group[] = dated.map(fact => ({ kind: fact.kind, first: fact.year, last: fact.year, facts: [fact] }))
  for (const yearsTogether of [1, 2, 3, 5, 10, 20, 50, span + 1]) {
    const marks = groups.map(({ first, last, facts }) => ({ x: place((first + last) / 2), count: countOf(facts) }))
    if (Math.max(0, ...pile(marks, widthPx.narrow)) < highestPile) break
    groups = gather(dated, yearsTogether)
  }
  return groups
}

const gather = (dated: readonly Dated[], yearsTogether: number): Group[] => {
  const together = Map.groupBy(dated, ({ kind, year }) => `${kind} ${Math.floor(year / yearsTogether)}`)
  return [...together.values()].map(facts => ({
    kind: facts[0]?.kind ?? 'notice',
    first: facts[0]?.year ?? 0,
    last: facts.at(-1)?.year ?? 0,
    facts,
  }))
}

/** Marks → the lowest level at which each meets no earlier one. The number of a mark that has one needs room beside it. */
const pile = (marks: readonly { x: number; count: number }[], width: number): number[] => {
  const levels: { from: number; to: number }[][] = []
  return marks.map(({ x, count }) => {
    const center = (x / 100) * width
    const numberPx = count > 1 ? digitPx * String(count).length + 4 : 0
    const numberIsLeft = isNumberLeft(x)
    const mine = {
      from: center - targetPx / 2 - (numberIsLeft ? numberPx : 0),
      to: center + targetPx / 2 + (numberIsLeft ? 0 : numberPx),
    }
    let level = 0
    while (levels[level]?.some(other => mine.from < other.to && other.from < mine.to)) level += 1
    levels[level] = [...(levels[level] ?? []), mine]
    return level
  })
}

/** Near the end of the line a number is on the mark's left, or it would leave the picture. */
export const isNumberLeft = (x: number): boolean => x > 80

const labelOf = ({ first, last, facts }: Group): string => {
  const years = facts.some(({ latest }) => latest)
    ? `${last} or earlier`
    : first === last
      ? `${first}`
      : `${first}–${last}`
  const count = countOf(facts)
  return count === 1 ? `${years}: ${facts[0]?.text}` : `${years}: ${inWords(facts)}`
}

/** "2 corrections" · "1 partial retraction, 1 retraction": counted like the status message. */
const inWords = (facts: readonly Dated[]): string =>
  [...Map.groupBy(facts, ({ noun }) => noun.one).values()]
    .map(alike => {
      const [count, noun] = [countOf(alike), alike[0]?.noun ?? nounOf.notice]
      return `${count} ${count === 1 ? noun.one : noun.many}`
    })
    .join(', ')

/** Facts that have no noun of their own. */
const nounOf: Readonly<Record<KnownFactKind, Noun>> = {
  held: { one: 'successful replication', many: 'successful replications' },
  'not-held': { one: 'failed replication', many: 'failed replications' },
  mixed: { one: 'replication with mixed or unclear results', many: 'replications with mixed or unclear results' },
  correction: { one: 'correction', many: 'corrections' },
  retraction: { one: 'retraction', many: 'retractions' },
  concern: { one: 'expression of concern', many: 'expressions of concern' },
  reinstatement: { one: 'reinstatement', many: 'reinstatements' },
  notice: { one: 'editorial notice', many: 'editorial notices' },
  note: { one: 'community note', many: 'community notes' },
}

/** First and last year, and round ones between where there is room for their labels on the narrow line. */
const ticksOf = (start: number, end: number): number[] => {
  if (start === end) return [start]
  const span = end - start
  const room = (44 / widthPx.narrow) * span
  const step = [1, 2, 5, 10, 20, 50, 100, 200].find(years => years >= room) ?? span
  const between: number[] = []
  for (let year = Math.ceil((start + room) / step) * step; year <= end - room; year += step) between.push(year)
  return [start, ...between, end]
}

const round = (value: number): number => Math.round(value * 100) / 100
