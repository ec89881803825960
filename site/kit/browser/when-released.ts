/** Each pressed pointer, with the time of its press. */
const pressed = new Map<number, number>()
const waiting: (() => void)[] = []
let isFollowing = false

/** By touch, a browser sends the mouse events and the click of a tap a moment after the pointer is up. */
const clickWithinMs = 50

/** Starts to follow presses, for `whenReleased`. */
export const followPointers = (): void => {
  if (isFollowing) return
  isFollowing = true
  addEventListener('pointerdown', ({ pointerId, timeStamp }) => pressed.set(pointerId, timeStamp), true)
  const release = ({ pointerId }: PointerEvent): void => {
    const press = pressed.get(pointerId)
    setTimeout(() => {
      if (pressed.get(pointerId) === press) pressed.delete(pointerId)
      if (pressed.size === 0) for (const work of waiting.splice(0)) work()
    }, clickWithinMs)
  }
  for (const type of ['pointerup', 'pointercancel'] as const) addEventListener(type, release, true)
}

/** Calls a function when no pointer is pressed, so that nothing is moved from under a press. Needs `followPointers`. */
export const whenReleased = (work: () => void): void => {
  if (pressed.size === 0) work()
  else waiting.push(work)
}
