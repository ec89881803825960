import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { paperPath, parseDoi } from '../../kit/doi/index.ts'
import { ShapeDefinitions } from '../../paper/known/index.tsx'
import { askSearch, Found, searchMessages } from './Found.tsx'
import type { FoundPaper } from './found-paper.ts'
import { createSuggestions, type Move, noSuggestions, type Suggestions, type SuggestionsState } from './suggestions.ts'

/** Storage of a page's search query, so that Back restores it and its results: the URL on search pages, otherwise the history entry. */
export type QueryKeeper = 'address' | 'history'

type Entry = { searched?: unknown } | null

/** Returns the stored query, or ''. */
export const keptQuery = (keeper: QueryKeeper): string => {
  if (keeper === 'address') return new URLSearchParams(location.search).get('q') ?? ''
  const searched = (history.state as Entry)?.searched
  return typeof searched === 'string' ? searched : ''
}

/** Stores the query, replacing the previous one. */
export const keepQuery = (keeper: QueryKeeper, query: string): void => {
  if (keeper === 'history') {
    if (query !== keptQuery(keeper)) history.replaceState({ ...(history.state as Entry), searched: query }, '')
    return
  }
  const address = new URL(location.href)
  if (query === '') address.searchParams.delete('q')
  else address.searchParams.set('q', query)
  if (address.href !== location.href) history.replaceState(history.state, '', address)
}

/**
 * Measures the age of a keystroke when the page handles it. A busy page dispatches `input` late with a new timestamp, but the key event has
 * the original time. Times are of `performance.now()`, in ms.
 */
export const createTypingAge = () => {
  let pressedAt: number | null = null
  return {
    pressed: (timeStamp: number): void => {
      pressedAt = timeStamp
    },
    /** Later input is not from this key, but pasted or dictated. */
    released: (): void => {
      pressedAt = null
    },
    /** The age of the text that an `input` event of this time brings; each key counts once. */
    of: (inputTimeStamp: number, now: number): number => {
      const since = pressedAt ?? inputTimeStamp
      pressedAt = null
      return Math.max(0, now - since)
    },
  }
}

const listId = 'suggestions'
const optionId = (index: number): string => `suggestion-${index + 1}`

const moves: Readonly<Record<string, Move>> = {
  ArrowDown: 'next',
  ArrowUp: 'previous',
  Home: 'first',
  End: 'last',
}

type Props = {
  /** Accessible name, if there is no visible label. */
  label?: string
  placeholder: string
  /** Initial text. */
  initial?: string
  /** Storage of the query. */
  keeper: QueryKeeper
  field?: Ref<HTMLInputElement>
}

/**
 * The search field with its suggestions: a combobox with a list popup (ARIA 1.2; APG, "Editable Combobox"). There is one on a page. Without
 * script it is a field like any other.
 */
export const SearchBox = ({ label, placeholder, initial = '', keeper, field }: Props) => {
  const [suggestions] = useState<Suggestions>(() => createSuggestions(askSearch))
  const state = useSyncExternalStore(suggestions.subscribe, suggestions.state, () => noSuggestions)
  const [typingAge] = useState(createTypingAge)
  const box = useRef<HTMLDivElement>(null)

  useEffect(() => {
    // Restores text typed before hydration, or before the reader navigated away.
    const input = box.current?.querySelector('input')
    if (!input) return suggestions.stop
    const kept = keptQuery(keeper)
    if (input.value === initial && kept !== initial && kept !== '') {
      input.value = kept
      input.focus()
    }
    if (input.value !== initial && document.activeElement === input) suggestions.typed(input.value, performance.now())
    return suggestions.stop
  }, [suggestions, initial, keeper])

  useEffect(() => {
    if (state.dropdown.kind === 'results' && state.text !== '') keepQuery(keeper, state.text.trim())
  }, [keeper, state.dropdown, state.text])

  const showsResults = state.open && state.dropdown.kind === 'results'
  const pressed = (event: KeyboardEvent<HTMLInputElement>) => {
    typingAge.pressed(event.timeStamp)
    // 229: the key is part of an IME composition, such as for Japanese.
    if (event.keyCode === 229 || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (answerKey(event.key, event.altKey, state, suggestions)) event.preventDefault()
  }

  return (
    <div className="combobox" ref={box}>
      <input
        ref={field}
        id="paper-search"
        name="q"
        type="text"
        role="combobox"
        aria-expanded={showsResults}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={showsResults && state.active !== null ? optionId(state.active) : undefined}
        aria-label={label}
        placeholder={placeholder}
        defaultValue={initial}
        dir="auto"
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="search"
        maxLength={2000}
        onInput={event =>
          suggestions.typed(event.currentTarget.value, typingAge.of(event.timeStamp, performance.now()))
        }
        onKeyDown={pressed}
        onKeyUp={typingAge.released}
        onClick={suggestions.open}
        onBlur={suggestions.close}
      />
      <div className="dropdown" data-open={showsResults || noteOf(state) !== null} aria-busy={state.busy}>
        <p role="status" className={showsResults ? 'visually-hidden' : 'dropdown-note'}>
          {showsResults ? countOf(state) : noteOf(state)}
        </p>
        {state.open && state.dropdown.kind === 'results' && (
          <Options results={state.dropdown.results} active={state.active} suggestions={suggestions} />
        )}
      </div>
    </div>
  )
}

type OptionsProps = { results: readonly FoundPaper[]; active: number | null; suggestions: Suggestions }

const Options = ({ results, active, suggestions }: OptionsProps) => {
  // Most pages have them already.
  const [lacksShapes] = useState(() => document.querySelector('.shape-definitions') === null)
  return (
    // Pressing the pointer must not take the focus from the field, or the list would close before the click.
    <div id={listId} role="listbox" aria-label="Papers" onMouseDown={event => event.preventDefault()}>
      {lacksShapes && <ShapeDefinitions />}
      {results.map((work, index) => (
        <a
          key={work.doi}
          id={optionId(index)}
          role="option"
          aria-selected={index === active}
          tabIndex={-1}
          href={paperPath(work.doi)}
          onPointerMove={() => suggestions.highlight(index)}
        >
          <Found work={work} />
        </a>
      ))}
    </div>
  )
}

/** Handles a key for the list. Returns true if it was one. */
const answerKey = (key: string, alt: boolean, state: SuggestionsState, suggestions: Suggestions): boolean => {
  const isOpen = state.open && state.dropdown.kind === 'results'
  switch (key) {
    case 'ArrowDown':
    case 'ArrowUp': {
      if (alt && key === 'ArrowUp') suggestions.close()
      else if (!isOpen) suggestions.open()
      else suggestions.move(moves[key] ?? 'next')
      return true
    }
    case 'Home':
    case 'End': {
      // With the highlight in the field, the keys move the cursor as ever.
      if (!isOpen || state.active === null) return false
      suggestions.move(moves[key] ?? 'first')
      return true
    }
    case 'Enter': {
      if (!isOpen || state.active === null) return false
      document.getElementById(optionId(state.active))?.click()
      return true
    }
    case 'Escape': {
      if (!state.open) return false
      suggestions.close()
      return true
    }
    default:
      return false
  }
}

/** Returns the dropdown's message in place of results. */
const noteOf = ({ text, dropdown, open, doiDetected }: SuggestionsState): ReactNode => {
  if (open && dropdown.kind === 'loading') return 'Searching…'
  if (open && dropdown.kind === 'none') return dropdown.note ?? searchMessages.none
  if (open && dropdown.kind === 'error') return dropdown.message
  if (!doiDetected) return null
  const doi = parseDoi(text)
  return (
    <>
      <strong>DOI detected</strong>
      {doi !== null && <a href={paperPath(doi)}>Open its page</a>}
    </>
  )
}

const countOf = ({ dropdown }: SuggestionsState): string => {
  const n = dropdown.kind === 'results' ? dropdown.results.length : 0
  return `${n} ${n === 1 ? 'paper' : 'papers'} found. Choose with the up and down arrow keys.`
}
