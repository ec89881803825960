import { StatusMark } from '../known/index.tsx'
import { describeWork } from './describe-work.ts'
import type { FoundPaper } from './found-work.ts'

/** One paper among others, in two lines. */
export const Found = ({ work }: { work: FoundPaper }) => {
  const { title, byline } = describeWork(work)
  return (
    <>
      <span className="found-title">{title}</span>
      <span className="found-by">
        {work.status !== null && <StatusMark status={work.status} />}
        {byline}
      </span>
    </>
  )
}
