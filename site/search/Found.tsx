import { describeWork } from './describe-work.ts'
import type { FoundWork } from './found-work.ts'

/** One paper among others, in two lines. */
export const Found = ({ work }: { work: FoundWork }) => {
  const { title, byline } = describeWork(work)
  return (
    <>
      <span className="found-title">{title}</span>
      <span className="found-by">{byline}</span>
    </>
  )
}
