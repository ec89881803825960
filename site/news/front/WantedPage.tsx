import { paths } from '../../kit/doi/index.ts'
import { ListFrame } from './ListFrame.tsx'
import type { WantedPageModel } from './models.ts'
import { WantedList } from './WantedList.tsx'

/** Papers that people want reproduced. */
export const WantedPage = ({ model: { kind, filters, papers, next, isLater } }: { model: WantedPageModel }) => (
  <ListFrame
    heading="Replications wanted"
    lead="Papers with a bounty first, largest first, then the most watched. Open a paper to watch it or to claim its reproduction."
    filters={filters}
    feed={{ path: paths.feed('claims'), words: 'Atom feed of new claims' }}
    next={next}
    first={isLater ? paths.wanted(kind) : null}
  >
    {papers.length > 0 ? (
      <WantedList papers={papers} />
    ) : (
      <p className="answer">{isLater ? 'No more papers.' : empty[kind]}</p>
    )}
  </ListFrame>
)

const empty: Readonly<Record<WantedPageModel['kind'], string>> = {
  all: 'No papers yet. A paper appears here when somebody watches it or contributes to its bounty.',
  open: 'No unclaimed papers. A paper appears here when somebody watches it or contributes to its bounty, and nobody has claimed it.',
  claimed: 'No claimed papers. You can claim a paper’s reproduction on its page.',
}
