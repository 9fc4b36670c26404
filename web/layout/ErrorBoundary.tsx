import { Component, type ReactNode } from "react";
import { Failure } from "./Failure.tsx";

interface ErrorBoundaryProps {
  children: ReactNode;
}

/** Catches an error in one page, so that top bar and footer stay usable. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? <Failure onRetry={() => location.reload()} /> : this.props.children;
  }
}
