import { paths } from '../../kit/doi/index.ts'
import { HappenedList } from './HappenedList.tsx'
import { ListFrame } from './ListFrame.tsx'
import type { RecentPageModel } from './models.ts'

/** What happened to papers recently. */
export const RecentPage = ({ model }: { model: RecentPageModel }) => {
  const { kind, title, filters, entries, next, isLater, feed } = model
  return (
    <ListFrame
      heading={title}
      about={
        <>
          The latest first, each with who says so. Follow it in a feed reader: <a href={feed}>this list as Atom</a>.
        </>
      }
      filters={filters}
      next={next}
      first={isLater ? paths.recent(kind) : null}
    >
      {entries.length > 0 ? (
        <HappenedList entries={entries} whole />
      ) : (
        <p className="answer">
          {isLater
            ? 'Nothing older is on this list.'
            : 'Nothing yet. What happens to papers from now on is listed here as soon as a source, a report or a reader tells of it.'}
        </p>
      )}
    </ListFrame>
  )
}
