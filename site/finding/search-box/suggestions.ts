import { parseDoi } from '../../kit/doi/index.ts'
import type { FoundPaper } from './found-paper.ts'

/** Result of a search. Errors are values; an aborted search has no result. */
export type SearchOutcome =
  /** `note` explains an empty result if the text contains no search words. */
  { kind: 'found'; results: readonly FoundPaper[]; note: string | null } | { kind: 'failed'; message: string }

/** SPEC §9. */
const fewestCharacters = 3
const debounceMs = 300
const lateDebounceMs = 50
const lateAfterMs = 300

/** Content of the dropdown (SPEC §4, "Search dropdown"). */
export type Dropdown =
  | { kind: 'hidden' }
  | { kind: 'loading' }
  | { kind: 'results'; results: readonly FoundPaper[] }
  | { kind: 'none'; note: string | null }
  | { kind: 'error'; message: string }

export type SuggestionsState = {
  /** The text in the field. */
  text: string
  dropdown: Dropdown
  /** True if the dropdown is open. Its content survives closing and reopening. */
  open: boolean
  /** Index of the highlighted result; null while the highlight is in the field. */
  active: number | null
  /** True if the text is a DOI or its beginning, and can be opened directly. */
  doiDetected: boolean
  /** True if a newer search than the displayed one is running. */
  busy: boolean
}

export const noSuggestions: SuggestionsState = {
  text: '',
  dropdown: { kind: 'hidden' },
  open: false,
  active: null,
  doiDetected: false,
  busy: false,
}

export type Move = 'next' | 'previous' | 'first' | 'last'

export type SuggestionsEvent =
  | { type: 'typed'; text: string }
  | { type: 'search started' }
  | { type: 'search ended'; outcome: SearchOutcome }
  | { type: 'opened' }
  | { type: 'closed' }
  | { type: 'highlighted'; active: number | null }
  | { type: 'moved'; to: Move }

/** True for a DOI or its beginning (SPEC §5: "starts with 10."). A space means words: "10.5 million people". */
export const looksLikeDoi = (text: string): boolean => /^10\.\S*$/.test(text.trim())

/** True if a text is searched while typing (SPEC §5), which includes a DOI URL: the reader sees the title before opening the paper. */
export const isSearchable = (text: string): boolean =>
  !looksLikeDoi(text) && (/\s/.test(text.trimStart()) || [...text.trimStart()].length >= fewestCharacters)

const isDoi = (text: string): boolean => looksLikeDoi(text) || parseDoi(text) !== null

/** Returns the debounce delay, shorter if the keystroke is already old because the page was busy. */
export const debounceFor = (typingAgeMs: number): number => (typingAgeMs > lateAfterMs ? lateDebounceMs : debounceMs)

/** Reducer of the search field. Pure; `createSuggestions` adds timers and requests. */
export const evolveSuggestions = (state: SuggestionsState, event: SuggestionsEvent): SuggestionsState => {
  switch (event.type) {
    case 'typed': {
      const typed = { ...state, text: event.text, active: null, doiDetected: isDoi(event.text) }
      return isSearchable(event.text) ? typed : { ...typed, dropdown: { kind: 'hidden' }, open: false, busy: false }
    }
    case 'search started':
      return state.dropdown.kind === 'results'
        ? { ...state, busy: true, open: true }
        : { ...state, busy: true, open: true, dropdown: { kind: 'loading' } }
    case 'search ended':
      return { ...state, busy: false, open: true, ...ended(state, event.outcome) }
    case 'opened':
      return state.dropdown.kind === 'hidden' ? state : { ...state, open: true }
    case 'closed':
      return {
        ...state,
        open: false,
        active: null,
        busy: false,
        dropdown: state.dropdown.kind === 'loading' ? { kind: 'hidden' } : state.dropdown,
      }
    case 'highlighted':
      return { ...state, active: event.active }
    case 'moved':
      return moved(state, event.to)
  }
}

const ended = (state: SuggestionsState, outcome: SearchOutcome): Pick<SuggestionsState, 'dropdown' | 'active'> => {
  if (outcome.kind === 'found') {
    const { results, note } = outcome
    if (results.length > 0) return { dropdown: { kind: 'results', results }, active: null }
    // A DOI that no search knows still has its page: other keywords would be bad advice.
    return { dropdown: state.doiDetected ? { kind: 'hidden' } : { kind: 'none', note }, active: null }
  }
  // SPEC §8: errors are shown only if no results are displayed.
  return state.dropdown.kind === 'results'
    ? { dropdown: state.dropdown, active: state.active }
    : { dropdown: { kind: 'error', message: outcome.message }, active: null }
}

const moved = (state: SuggestionsState, to: Move): SuggestionsState => {
  if (state.dropdown.kind !== 'results') return state
  const last = state.dropdown.results.length - 1
  const { active } = state
  const target = {
    next: active === null || active === last ? 0 : active + 1,
    previous: active === null || active === 0 ? last : active - 1,
    first: 0,
    last,
  }
  return { ...state, open: true, active: target[to] }
}

/** Runs a search. Rejects only if `signal` is aborted, when the result is ignored. */
export type Search = (query: string, signal: AbortSignal) => Promise<SearchOutcome>

export type Suggestions = {
  state: () => SuggestionsState
  subscribe: (listener: () => void) => () => void
  /** The reader typed; `ageMs` is how long ago. */
  typed: (text: string, ageMs: number) => void
  /** The reader wants the list again, after closing it. Searches at once when it is out of date. */
  open: () => void
  /** Closes the list and cancels pending searches. */
  close: () => void
  /** The reader moved the highlight with the keyboard. */
  move: (to: Move) => void
  /** The reader pointed at a result. */
  highlight: (active: number | null) => void
  /** Stops the clock and any search under way. */
  stop: () => void
}

/**
 * Search field controller: debounces typing, requests each query once with caching, and drops outdated responses. Errors are not cached, so
 * retrying sends a new request.
 */
export const createSuggestions = (search: Search): Suggestions => {
  const listeners = new Set<() => void>()
  const answers = new Map<string, SearchOutcome>()
  let state = noSuggestions
  let shown: string | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let underWay: AbortController | undefined

  const take = (event: SuggestionsEvent): void => {
    state = evolveSuggestions(state, event)
    for (const listener of listeners) listener()
  }
  const end = (query: string, outcome: SearchOutcome): void => {
    shown = query
    take({ type: 'search ended', outcome })
  }
  const stop = (): void => {
    clearTimeout(timer)
    underWay?.abort()
    underWay = undefined
  }
  const ask = async (query: string): Promise<void> => {
    const known = answers.get(query)
    if (known !== undefined) return end(query, known)
    const mine = new AbortController()
    underWay = mine
    take({ type: 'search started' })
    const outcome = await search(query, mine.signal).catch(() => null)
    if (mine.signal.aborted || outcome === null) return
    if (outcome.kind === 'found') answers.set(query, outcome)
    end(query, outcome)
  }

  return {
    state: () => state,
    subscribe: listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    typed: (text, ageMs) => {
      stop()
      take({ type: 'typed', text })
      const query = text.trim()
      if (!isSearchable(text)) shown = null
      else if (answers.has(query)) void ask(query)
      else timer = setTimeout(() => void ask(query), debounceFor(ageMs))
    },
    open: () => {
      const query = state.text.trim()
      if (shown === query) take({ type: 'opened' })
      else if (isSearchable(state.text)) {
        stop()
        void ask(query)
      }
    },
    close: () => {
      stop()
      take({ type: 'closed' })
    },
    move: to => take({ type: 'moved', to }),
    highlight: active => take({ type: 'highlighted', active }),
    stop,
  }
}
