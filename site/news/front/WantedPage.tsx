import { paths } from '../../kit/doi/index.ts'
import { ListFrame } from './ListFrame.tsx'
import type { WantedPageModel } from './models.ts'
import { WantedList } from './WantedList.tsx'

/** Papers that people want to know more about. */
export const WantedPage = ({ model: { kind, filters, papers, next, isLater } }: { model: WantedPageModel }) => (
  <ListFrame
    heading="Papers wanted"
    about={
      <>
        Papers that wait for somebody to reproduce them: those that most is offered for first, then those that most
        people watch. Open one to watch it too, or to say that you will reproduce it.{' '}
        <a href={paths.feed('claims')}>New claims as Atom</a>.
      </>
    }
    filters={filters}
    next={next}
    first={isLater ? paths.wanted(kind) : null}
  >
    {papers.length > 0 ? <WantedList papers={papers} /> : <p className="answer">{isLater ? lastly : empty[kind]}</p>}
  </ListFrame>
)

const lastly = 'Nothing more is on this list.'

const empty: Readonly<Record<WantedPageModel['kind'], string>> = {
  all: 'No papers yet. A paper comes onto this list when somebody watches it or offers money for its reproduction: both are done on its page.',
  open: 'No papers right now. A paper comes onto this list when somebody watches it or offers money for it, and nobody has claimed it.',
  claimed: 'No papers are claimed right now. You can claim one from its page.',
}
