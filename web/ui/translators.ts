/*
 * Translators of browsers put `font` elements with other words in place of text nodes. React keeps the nodes: without
 * this module it would crash where it removes one or inserts something before it, and would write a changed number into
 * a node that is not on the page.
 */

/** The node in place of each text node that a translator took off the page. */
const replacements = new WeakMap<Node, ChildNode>();

/** Tolerates translators from now on. To be called once, before React has nodes. */
export function tolerateTranslators(): void {
  new MutationObserver(noteReplacements).observe(document, { childList: true, subtree: true });
  const { insertBefore, removeChild } = Node.prototype;
  const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, "nodeValue");
  Node.prototype.insertBefore = function <Child extends Node>(this: Node, child: Child, before: Node | null): Child {
    const isMoved = before && before.parentNode !== this;
    return insertBefore.call(this, child, isMoved ? standIn(this, before) : before) as Child;
  };
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    const parent = child.parentNode;
    if (parent) return removeChild.call(this.contains(child) ? parent : this, child) as Child;
    replacements.get(child)?.remove();
    return child;
  };
  Object.defineProperty(Text.prototype, "nodeValue", {
    ...nodeValue,
    set(this: Text, value: string) {
      // The text comes back in its place; the translator sees it and translates it again.
      if (!this.parentNode) replacements.get(this)?.replaceWith(this);
      nodeValue?.set?.call(this, value);
    },
  });
}

/** The child of `parent` that stands for a node that a translator has moved or replaced; null without one. */
function standIn(parent: Node, node: Node): Node | null {
  let found: Node | null | undefined = node.parentNode ? node : replacements.get(node);
  while (found && found.parentNode !== parent) found = found.parentNode;
  return found ?? null;
}

const isReplacement = (node: Node): node is ChildNode => node.nodeName === "FONT";

/** Notes which text nodes were replaced: in one step, or by adding beside them and removing then. */
function noteReplacements(records: MutationRecord[]): void {
  const added = new Map<Node | null, ChildNode>();
  for (const { addedNodes, removedNodes, previousSibling, nextSibling } of records) {
    const font = [...addedNodes].find(isReplacement);
    if (font) added.set(previousSibling, font).set(nextSibling, font);
    for (const node of removedNodes) {
      const instead = font ?? added.get(node);
      if (instead && node.nodeName === "#text") replacements.set(node, instead);
    }
  }
}
