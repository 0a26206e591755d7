// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {EvilPool} from "../../test/EvilPool.sol";
import {PlainToken} from "../../test/PlainToken.sol";
import {Calls} from "../rig/Calls.sol";
import {Ledger} from "../rig/Ledger.sol";
import {Claim, PushingPool} from "../mocks/Claims.sol";
import {EvilVault} from "../../test/EvilVault.sol";
import {Order, Router} from "../rig/Router.sol";
import {Route} from "../rig/Route.sol";
import {Vm, vm} from "../rig/Vm.sol";

/// @notice The actions of honest users, relayers and attackers on one router, in any order.
contract Handler is Ledger {
    uint256 private constant DAMAGE = 1e21;

    EvilPool private evil;
    EvilVault private vault;
    PushingPool private pushing;
    Claim private claim;
    uint256 private nextNonce;

    function setUp() public override {
        super.setUp();
        evil = new EvilPool();
        for (uint256 i = 0; i < 4; i++) evil.approve(tokens()[i], address(router));
        vault = new EvilVault();
        pushing = new PushingPool(b);
        claim = new Claim(b, receiver);
        pushing.plan(address(claim), abi.encodeCall(Claim.release, ()));
        _expectNobody([address(evil), address(vault), pool[address(a)][address(b)]]);
    }

    function sellOnV2(uint256 amountIn, bool back, uint32 share) external {
        (address x, address y) = back ? (address(b), address(a)) : (address(a), address(b));
        amountIn = bound(amountIn, 1e6, DAMAGE);
        uint256 sold = share == 0 ? amountIn : amountIn * share >> 32;
        uint256 foreseen = _quoteV2(pair[x][y], x, y, sold);
        _trade("V2", _ask(x, y, amountIn, Route.push(Route.TO_RECIPIENT, pair[x][y], x, y, share)), sold, foreseen);
    }

    function sellOnV3(uint256 amountIn, bool back, bool marked) external {
        (address x, address y) = back ? (address(b), address(a)) : (address(a), address(b));
        amountIn = bound(amountIn, 1e6, DAMAGE);
        uint256 foreseen = _quoteV3(pool[x][y], x, y, amountIn);
        bytes memory route = Route.callback(Route.TO_RECIPIENT, pool[x][y], x, y, 0);
        if (marked) route = Route.throughRouter(route);
        _trade(marked ? "V3, through the router" : "V3", _ask(x, y, amountIn, route), amountIn, foreseen);
    }

    function sellThroughTheRouter(uint256 amountIn, bool callback) external {
        amountIn = bound(amountIn, 1e6, DAMAGE);
        address first = pair[address(a)][address(b)];
        uint256 between = _quoteV2(first, address(a), address(b), amountIn) + b.balanceOf(address(router));
        address second = callback ? pool[address(b)][address(c)] : pair[address(b)][address(c)];
        uint256 foreseen = callback
            ? _quoteV3(second, address(b), address(c), between)
            : _quoteV2(second, address(b), address(c), between);
        uint8 flags = Route.TO_RECIPIENT | Route.NAMES_TOKEN;
        bytes memory route = bytes.concat(
            Route.push(Route.TO_ROUTER, first, address(a), address(b), 0),
            callback
                ? Route.callback(flags, second, address(b), address(c), 0)
                : Route.push(flags, second, address(b), address(c), 0),
            abi.encodePacked(address(b))
        );
        donated[address(b)] = 0; // leaves with the output that came to the router
        _trade("two hops", _ask(address(a), address(c), amountIn, route), amountIn, foreseen);
    }

    function sellNative(uint256 amountIn) external {
        amountIn = bound(amountIn, 1e6, 1e19);
        address at = pool[weth][address(a)];
        uint256 foreseen = _quoteV3(at, weth, address(a), amountIn);
        bytes memory leg = Route.callback(Route.TO_RECIPIENT, at, weth, address(a), 0);
        Ask memory ask = _ask(address(0), address(a), amountIn, bytes.concat(abi.encodePacked(weth), leg));
        _trade("native in", ask, amountIn, foreseen);
    }

    function buyNative(uint256 amountIn) external {
        amountIn = bound(amountIn, 1e6, 1e19);
        address at = pair[weth][address(a)];
        uint256 foreseen = _quoteV2(at, address(a), weth, amountIn);
        bytes memory leg = Route.push(Route.TO_RECIPIENT, at, address(a), weth, 0);
        Ask memory ask = _ask(address(a), address(0), amountIn, bytes.concat(abi.encodePacked(weth), leg));
        _trade("native out", ask, amountIn, foreseen);
    }

    function sellWithFee(uint256 amountIn, uint256 ppm) external {
        amountIn = bound(amountIn, 1e6, DAMAGE);
        ppm = bound(ppm, 0, 110_000);
        uint256 held = a.balanceOf(affiliate);
        uint256 paid = a.balanceOf(payer);
        uint256 fee = uint256(uint160(affiliate)) << 96 | ppm;
        bytes memory route = _split();
        vm.prank(payer);
        (bool ok,) = address(router)
            .call(abi.encodeCall(Router.swapWithFee, (address(a), address(b), amountIn, 1, receiver, FOREVER, fee, route)));
        _must(7, ok == (ppm <= 100_000), "a fee above the cap, or one below it refused");
        _must(7, a.balanceOf(affiliate) - held == (ok ? amountIn * ppm / 1e6 : 0), "not the affiliate's part");
        _must(2, paid - a.balanceOf(payer) == (ok ? amountIn : 0), "not what was sold");
        _after("fee", ok);
    }

    function fillOrder(uint256 amountIn, uint256 swapFee, uint256 repeat, uint8 field) external {
        Order memory order = _order();
        order.amountIn = bound(amountIn, 1e6, DAMAGE);
        order.swapFee = bound(swapFee, 0, E18);
        order.affiliateFee = order.amountIn / 100;
        order.nonce = repeat % 4 == 0 && nextNonce > 0 ? repeat % nextNonce : nextNonce++;
        bool used = router.nonceBitmap(owner, order.nonce >> 8) >> (order.nonce & 0xff) & 1 != 0;
        bytes memory signature = _sign(order);
        bool altered = field % 4 == 0;
        if (altered) {
            uint256 at = uint256(field / 4) % 12 * 0x20;
            assembly {
                mstore(add(order, at), xor(mload(add(order, at)), 1))
            }
        }
        uint256 paid = a.balanceOf(owner);
        (bool ok,) = _fill(order, signature, _split());
        uint256 cost = order.amountIn + order.swapFee + order.affiliateFee;
        _must(8, !ok || !(used || altered), "a nonce twice, or a field that was not signed");
        _must(2, paid - a.balanceOf(owner) == (ok ? cost : 0), "another cost than the order's");
        _after("order", ok);
    }

    function cancel(uint8 bit) external {
        vm.prank(owner);
        router.cancel(0, 1 << bit);
        _after("cancel", true);
    }

    function meetAnEvilPool(uint256 amountIn, uint8 mode, bool giveEnough) external {
        amountIn = bound(amountIn, 1, DAMAGE);
        evil.set(EvilPool.Mode(mode % 10), address(b), abi.encode(address(a), victim));
        if (giveEnough) b.mint(address(evil), E18);
        Ask memory ask = _ask(address(a), address(b), amountIn, "");
        ask.route = Route.callback(Route.TO_RECIPIENT, address(evil), address(a), address(b), 0);
        ask.minOut = E18;
        uint256 paid = a.balanceOf(payer);
        uint256 held = b.balanceOf(receiver);
        (bool ok,) = _try(ask);
        _must(2, paid - a.balanceOf(payer) <= (ok ? amountIn : 0), "an evil pool took more");
        _must(6, !ok || b.balanceOf(receiver) - held >= E18, "less than the minimum");
        _must(3, !evil.broken(), "what had to fail did not");
        _after("evil pool", ok);
    }

    /// The pool triggers a payment that the recipient is owed anyway. In an order, and with a marked route, only what
    /// the pool itself gives counts.
    function meetAPoolThatPushesClaims(uint256 owed, uint256 gives, uint8 kind, bool late, bool order) external {
        b.mint(address(claim), bound(owed, 0, E18));
        gives = bound(gives, 0, 2 * E18);
        b.mint(address(pushing), gives);
        pushing.set(gives, late);
        pushing.plan(address(claim), abi.encodeCall(Claim.release, ()));
        Ask memory ask = _ask(address(a), address(b), E18, _pushing(kind));
        uint256 held = b.balanceOf(receiver) + b.balanceOf(address(claim));
        bool ok;
        if (order) {
            Order memory one = _order();
            (one.amountOutMin, one.nonce) = (E18, nextNonce++);
            if (router.nonceBitmap(owner, one.nonce >> 8) >> (one.nonce & 0xff) & 1 != 0) return;
            (ok,) = _fill(one, _sign(one), ask.route);
        } else {
            (ask.route, ask.minOut) = (Route.throughRouter(ask.route), E18);
            (ok,) = _try(ask);
        }
        // The claim belongs to the receiver, wherever it is held.
        uint256 gained = b.balanceOf(receiver) + b.balanceOf(address(claim)) - held;
        _must(6, !ok || gained >= E18, "paid with what was the recipient's own");
        _must(6, gained == (ok ? gives : 0), "not what the pool gave");
        _after(order ? "order by claims" : "swap by claims", ok);
    }

    function _pushing(uint8 kind) private view returns (bytes memory) {
        (address x, address y) = (address(a), address(b));
        if (kind % 3 == 0) return Route.callback(Route.TO_RECIPIENT, address(pushing), x, y, 0);
        if (kind % 3 == 1) return Route.push(Route.TO_RECIPIENT, address(pushing), x, y, 0);
        return Route.adapter(Route.TO_RECIPIENT, address(pushing), y, address(0));
    }

    function meetAnEvilVault(uint256 amountIn, uint8 mode) external {
        amountIn = bound(amountIn, 2, DAMAGE);
        vault.set(EvilVault.Mode(mode % 8));
        b.mint(address(vault), amountIn);
        bytes memory route = Route.vault(Route.TO_RECIPIENT, address(vault), address(a), address(b), address(0));
        Ask memory ask = _ask(address(a), address(b), amountIn, route);
        ask.minOut = amountIn;
        uint256 paid = a.balanceOf(payer);
        uint256 held = b.balanceOf(receiver);
        (bool ok,) = _try(ask);
        _must(2, paid - a.balanceOf(payer) <= (ok ? amountIn : 0), "an evil vault took more");
        _must(6, !ok || b.balanceOf(receiver) - held >= amountIn, "less than the minimum");
        _must(3, !vault.broken(), "another than the vault was answered");
        _after("evil vault", ok);
    }

    /// @param what replaces a byte, and the end if `length` is within the call
    function sendMangledCalldata(uint256 amountIn, uint16 where, uint8 what, uint16 length) external {
        Ask memory ask = _ask(address(a), address(b), bound(amountIn, 1e6, DAMAGE), _split());
        bytes memory data = _calldata(ask);
        // Amounts, the recipient, the deadline and the route: the payer may choose who else is paid.
        uint256 at = 4 + 2 * 32 + where % (data.length - 4 - 2 * 32);
        // But not a leg's destination: to the router it would be a gift (Calldata.t.sol).
        uint256 first = 4 + 8 * 32;
        if (at == first || at == first + 28) at++;
        bytes1 before = data[at];
        data[at] = bytes1(what);
        uint256 size = length < data.length ? length : data.length;
        (uint256 sold, uint256 minimum, address recipient) = _said(data);
        assembly {
            mstore(data, size)
        }
        uint256 paid = a.balanceOf(payer);
        uint256 held = b.balanceOf(recipient);
        vm.prank(payer);
        (bool ok,) = address(router).call(data);
        _must(10, paid - a.balanceOf(payer) <= (ok ? sold : 0), "more than the call says was sold");
        bool other = size < 4 || recipient == address(router);
        _must(10, !ok || other || b.balanceOf(recipient) - held >= minimum, "less than the call says is the minimum");
        _after(before == bytes1(what) ? "whole calldata" : "mangled calldata", ok);
    }

    function _said(bytes memory data) private pure returns (uint256 sold, uint256 minimum, address recipient) {
        assembly {
            sold := mload(add(data, 0x64))
            minimum := mload(add(data, 0x84))
            recipient := mload(add(data, 0xa4))
        }
    }

    function attackWithARoute(uint256 seed, uint8 legs, uint96 amountIn) external {
        address[9] memory named = [
            address(a), address(b), weth, victim, address(router), address(evil), pair[address(a)][address(b)],
            pool[address(a)][address(b)], pool[weth][address(a)]
        ];
        bytes memory route = legs & 8 == 0 ? bytes("") : abi.encodePacked(Route.THROUGH_ROUTER);
        for (uint256 i = 0; i < legs % 4; i++) {
            seed = uint256(keccak256(abi.encode(seed)));
            // to the recipient or a pool: what an attacker leaves in the router is a donation
            uint8 flags = uint8(seed) & 0x9f | (seed & 0x100 == 0 ? Route.TO_RECIPIENT : Route.TO_NEXT_POOL);
            route = bytes.concat(route, abi.encodePacked(flags, named[(seed >> 16) % 9], uint32(seed >> 32), Route.FEE));
            if (flags & 2 != 0) route = bytes.concat(route, abi.encodePacked(named[(seed >> 64) % 9], bytes23(bytes32(seed))));
            if (flags & 8 != 0) route = bytes.concat(route, abi.encodePacked(named[(seed >> 72) % 9]));
        }
        Ask memory ask = _ask(named[seed % 3], named[(seed >> 8) % 3], amountIn, route);
        (ask.sender, ask.recipient) = (attacker, attacker);
        uint256[3] memory held;
        for (uint256 i = 0; i < 3; i++) held[i] = _balance(named[i], address(router));
        bool recorded = legs % 8 == 7; // it is expensive
        if (recorded) vm.startStateDiffRecording();
        (bool ok,) = _try(ask);
        if (recorded) {
            _must(9, Calls.allKnown(vm.stopAndReturnStateDiff(), address(router)), "a call that is not of the list");
        }
        for (uint256 i = 0; i < 3; i++) {
            uint256 left = _balance(named[i], address(router));
            _must(4, left <= held[i], "an attack left tokens in the router");
            donated[named[i]] = left;
        }
        _after("attack", ok);
    }

    function callBackDirectly(uint8 who, bytes4 selector, int256 owed0, int256 owed1) external {
        address[5] memory senders =
            [attacker, pool[address(a)][address(b)], pair[address(a)][address(b)], weth, address(evil)];
        if (selector == Router.cancel.selector || selector == Router.nonceBitmap.selector) return;
        if (selector == Router.eip712Domain.selector) return;
        vm.prank(senders[who % 5]);
        (bool ok,) = address(router).call(abi.encodeWithSelector(selector, owed0, owed1, bytes("")));
        _must(3, !ok, "an unarmed callback was answered");
        _after("direct callback", !ok);
    }

    function donate(uint8 which, uint64 amount) external {
        address token = tokens()[which % 4];
        PlainToken(token).transfer(address(router), amount);
        donated[token] += amount;
        _after("donation", true);
    }
}
