import { useId, useLayoutEffect, useState, useTransition } from 'react'
import { create } from 'zustand'
import type { IslandProps } from '../live-island.tsx'

/** A button that does nothing without script. */
export const Counter = ({ name }: { name: string }) => {
  const [count, setCount] = useState(0)
  return (
    <button type="button" onClick={() => setCount(before => before + 1)}>
      {`${name}: ${count}`}
    </button>
  )
}

/** A form that works without JavaScript, with a controlled field. */
export const Words = ({ typedBefore }: IslandProps<object>) => {
  const [words, setWords] = useState('')
  useLayoutEffect(() => setWords(String(typedBefore?.get('words') ?? '')), [typedBefore])
  return (
    <form method="post" action="/sent">
      <input name="words" aria-label="Words" value={words} onChange={event => setWords(event.target.value)} />
      <button type="submit">Send</button>
      <output>{words.toUpperCase()}</output>
    </form>
  )
}

/** Works on the server only. */
export const Broken = () => {
  if (typeof document !== 'undefined') throw new Error('This island is broken.')
  return (
    <form method="post" action="/sent">
      <input name="words" aria-label="Words of the broken island" />
      <button type="submit">Send from the broken island</button>
    </form>
  )
}

const useShelf = create<{ books: number; add: () => void }>()(set => ({
  books: 0,
  add: () => set(({ books }) => ({ books: books + 1 })),
}))

/** A third-party store read with `useSyncExternalStore` and changed in a transition, next to a `useId`. */
export const Shelf = () => {
  const { books, add } = useShelf()
  const [isPending, startTransition] = useTransition()
  const id = useId()
  return (
    <p aria-busy={isPending}>
      <label htmlFor={id}>Books</label>
      <input id={id} readOnly value={books} />
      <button type="button" onClick={() => startTransition(add)}>
        Add a book
      </button>
    </p>
  )
}
