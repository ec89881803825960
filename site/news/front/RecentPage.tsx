import { paths } from '../../kit/doi/index.ts'
import { HappenedList } from './HappenedList.tsx'
import { ListFrame } from './ListFrame.tsx'
import type { HappenedModel, RecentPageModel } from './models.ts'

const leads: Partial<Record<RecentPageModel['kind'], string>> = {
  all: 'Retractions, corrections and replications, newest first.',
}

/** Recent updates of papers, by year. */
export const RecentPage = ({ model }: { model: RecentPageModel }) => {
  const { kind, title, filters, entries, next, isLater, feed } = model
  return (
    <ListFrame
      heading={title}
      lead={leads[kind] ?? 'Newest first, each with its source.'}
      filters={filters}
      feed={{ path: feed, words: 'Atom feed of this list' }}
      next={next}
      first={isLater ? paths.recent(kind) : null}
    >
      {byYear(entries).map(({ year, of }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a year may come twice, and the parts stay in their order.
        <section key={index} className="list-part" aria-labelledby={`year-${index}`}>
          <h2 id={`year-${index}`}>{year}</h2>
          <HappenedList entries={of} whole />
        </section>
      ))}
      {entries.length === 0 && (
        <p className="answer">{isLater ? 'No older entries.' : 'No entries yet. New updates appear here.'}</p>
      )}
    </ListFrame>
  )
}

/** Entries that follow each other and are of the same year, together. */
const byYear = (entries: readonly HappenedModel[]): { year: string; of: HappenedModel[] }[] => {
  const parts: { year: string; of: HappenedModel[] }[] = []
  for (const entry of entries) {
    const last = parts.at(-1)
    if (last?.year === entry.year) last.of.push(entry)
    else parts.push({ year: entry.year, of: [entry] })
  }
  return parts
}
