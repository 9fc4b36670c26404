import { chromium } from "playwright";
const B="http://localhost:3947";
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args:["--no-sandbox"] });
for (const [name,path] of [["print",`/surveys/01a1073f-5860-71f7-b27b-f032d588c85e/results`],["printde",`/surveys/01a0d8e6-0cc0-7671-81fb-7ae6b7e5c834/results?lang=de`]]) {
 const c=await browser.newContext({viewport:{width:718,height:1047}}); const p=await c.newPage(); await p.goto(B+path); await p.waitForTimeout(1500); await p.emulateMedia({media:"print"}); await p.screenshot({path:`/tmp/vd/${name}.png`,fullPage:true}); const pdf=await p.pdf({format:"A4",margin:{top:"1cm",right:"1cm",bottom:"1cm",left:"1cm"}}); console.log(name,pdf.toString("latin1").match(/\/Type\s*\/Page\b/g).length); await c.close(); }
await browser.close();
