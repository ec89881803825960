import { StatusMark } from '../known/index.tsx'
import { describeWork } from './describe-work.ts'
import type { FoundPaper } from './found-paper.ts'

/** One paper among others, in two lines. */
export const Found = ({ work }: { work: FoundPaper }) => {
  const { title, byline } = describeWork(work)
  return (
    <>
      <span className="found-title" dir="auto">
        {title}
      </span>
      {work.status !== null && (
        <span className="found-status">
          <StatusMark status={work.status} />
        </span>
      )}
      <span className="found-by" dir="auto">
        {byline}
      </span>
    </>
  )
}
