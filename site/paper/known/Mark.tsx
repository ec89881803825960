import type { StatusMark as Mark } from './model.ts'
import { Shape } from './Shape.tsx'
import { statusShape } from './status-words.ts'

/** What is known about a paper of a list: the same shape and word as on its page. */
export const StatusMark = ({ status: { kind, words } }: { status: Mark }) => {
  const shape = statusShape(kind)
  return (
    <span className={`status-mark is-${shape}`}>
      <Shape kind={shape} />
      {words}
    </span>
  )
}
