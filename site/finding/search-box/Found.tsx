import { StatusMark } from '../../paper/known/index.tsx'
import { describeWork } from './describe-work.ts'
import type { FoundPaper } from './found-paper.ts'

/** One paper among others, in two lines: all on the side where its title begins, each in its own direction. */
export const Found = ({ work }: { work: FoundPaper }) => {
  const { title, byline } = describeWork(work)
  return (
    <span className="found" dir="auto">
      <span className="found-title">{title}</span>
      {work.status !== null && (
        <span className="found-status" dir="ltr">
          <StatusMark status={work.status} />
        </span>
      )}
      <span className="found-by" dir="auto">
        {byline}
      </span>
    </span>
  )
}
