import{f as o,g as e}from"./chunk-RM6ZCBZ2.js";import{facts as a}from"./ask.js";import{at as c}from"./elements.js";var i={learn:()=>import("./overview-RD76IQ5R.js"),trainer:()=>import("./trainer-2NXWQGPD.js")},r=c("app"),{Screen:m,load:n}=await i[r.dataset.screen??""](),t=a("app-facts");o(e(m,{...n?await n(
t):t}),r);
