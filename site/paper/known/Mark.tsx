import type { StatusMark as Mark } from './model.ts'
import { Shape } from './Shape.tsx'
import { statusShape } from './status-words.ts'

/** Status in a list, with the same shape and label as on its page. */
export const StatusMark = ({ status: { kind, words } }: { status: Mark }) => {
  const shape = statusShape(kind)
  return (
    <span className={`status-mark is-${shape}`}>
      <Shape kind={shape} />
      {words}
    </span>
  )
}
