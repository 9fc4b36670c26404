import { Component, type ReactNode } from "react";
import { Failure } from "./Failure.tsx";

interface ErrorBoundaryProps {
  children: ReactNode;
}

/** A mistake of ours in one page leaves the bar, the footer and the way out standing. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? <Failure onRetry={() => location.reload()} /> : this.props.children;
  }
}
