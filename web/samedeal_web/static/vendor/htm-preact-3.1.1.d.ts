/** What of the vendored file the page uses; nothing sends this. */

export type Node = object | string | number | boolean | null | undefined | Node[];

export class Component<Props = {}, State = {}> {
  constructor(props: Props);
  props: Readonly<Props>;
  state: Readonly<State>;
  base: Element | null;
  setState(state: Partial<State> | ((was: State) => Partial<State>), done?: () => void): void;
  forceUpdate(): void;
  render(props: Props, state: State): Node;
}

export function h(type: unknown, props: object | null, ...children: Node[]): object;
export function html(strings: TemplateStringsArray, ...values: unknown[]): Node;
export function render(node: Node, parent: Element): void;
export function createContext<T>(value: T): any;
export function useState<T>(value: T | (() => T)): [T, (value: T | ((was: T) => T)) => void];
export function useReducer<S, A>(reduce: (state: S, action: A) => S, state: S): [S, (action: A) => void];
export function useEffect(effect: () => void | (() => void), inputs?: readonly unknown[]): void;
export function useLayoutEffect(effect: () => void | (() => void), inputs?: readonly unknown[]): void;
export function useRef<T>(value: T): { current: T };
export function useMemo<T>(make: () => T, inputs?: readonly unknown[]): T;
export function useCallback<T>(callback: T, inputs?: readonly unknown[]): T;
export function useContext(context: any): any;
export function useErrorBoundary(callback?: (error: unknown) => void): [unknown, () => void];
