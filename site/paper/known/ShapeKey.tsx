import type { KnownFactKind } from './model.ts'
import { Shape, ShapeDefinitions } from './Shape.tsx'

const meanings: readonly [KnownFactKind, string][] = [
  ['held', 'an attempt to repeat it held'],
  ['not-held', 'an attempt did not hold'],
  ['mixed', 'a mixed or unclear result'],
  ['correction', 'a correction'],
  ['concern', 'an expression of concern'],
  ['retraction', 'a retraction'],
  ['reinstatement', 'a reinstatement'],
  ['notice', 'another event'],
  ['note', 'a note from a reader'],
]

/** What each shape on the line means. */
export const ShapeKey = () => (
  <>
    <ShapeDefinitions />
    <ul className="shape-key">
      {meanings.map(([kind, meaning]) => (
        <li key={kind}>
          <Shape kind={kind} />
          {meaning}
        </li>
      ))}
    </ul>
  </>
)
