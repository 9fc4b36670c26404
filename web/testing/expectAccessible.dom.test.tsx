import { expect, test } from "vitest";
import { expectAccessible } from "./expectAccessible.ts";
import { loadWindow } from "./window.ts";

test("axe finds what is wrong in the window of each page, and in the dialog before the rest", async () => {
  for (const address of ["http://localhost/", "http://localhost/next"]) {
    loadWindow(address);
    document.body.innerHTML = '<main><h1>All</h1><input><button aria-label="Go"></button></main>';
    await expect(expectAccessible()).rejects.toThrow(/label/);
    document.body.innerHTML += '<dialog open aria-label="Sure?"><button>Yes</button></dialog>';
    await expectAccessible();
    document.body.innerHTML = "<main><h1>All</h1><label>Name <input></label></main>";
    await expectAccessible();
  }
});
