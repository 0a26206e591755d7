// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {PlainToken} from "../../test/PlainToken.sol";
import {Claim, ClaimingWrapped, KeptVault, PushingPool} from "../mocks/Claims.sol";
import {Order, Router} from "../rig/Router.sol";
import {Route} from "../rig/Route.sol";
import {Signed} from "../rig/Signed.sol";
import {vm} from "../rig/Vm.sol";

/// The supplier of a route may name a pool that triggers a payment that the recipient is owed anyway. An order, and a
/// swap with a marked route, take the output through the router: only what arrived there counts.
contract DeliveryTest is Signed {
    uint256 private constant MOVES = 4;
    uint256 private constant MINIMUM = E18 * 99 / 100;

    PushingPool private thief;

    function setUp() public override {
        super.setUp();
        thief = new PushingPool(b);
    }

    /// For any kind of pool, before and after it is paid.
    function test_OrderPaidWithTheRecipientsOwnClaim() public {
        for (uint256 i = 0; i < 2 * MOVES; i++) {
            Claim claim = _owed(receiver);
            thief.set(0, i >= MOVES);
            thief.plan(address(claim), abi.encodeCall(Claim.release, ()));
            Order memory order = _order();
            order.amountOutMin = MINIMUM;
            _unfilled(order, _leg(i, Route.TO_RECIPIENT));
            require(b.balanceOf(address(claim)) == E18, "the claim was paid out");
        }
    }

    /// The second leg steals the half that the first leg did not sell.
    function test_HalfOfAnOrderPaidWithTheRecipientsOwnClaim() public {
        _plan(_owed(receiver));
        Order memory order = _order();
        order.amountOutMin = MINIMUM;
        address honest = pair[address(a)][address(b)];
        bytes memory half = Route.push(Route.TO_RECIPIENT, honest, address(a), address(b), _half());
        _unfilled(order, bytes.concat(half, _leg(0, Route.TO_RECIPIENT)));
    }

    function test_SwapPaidWithTheRecipientsOwnClaim() public {
        for (uint256 i = 0; i < 2 * MOVES; i++) {
            Claim claim = _owed(receiver);
            thief.set(0, i >= MOVES);
            thief.plan(address(claim), abi.encodeCall(Claim.release, ()));
            Ask memory ask = _ask(address(a), address(b), E18, Route.throughRouter(_leg(i, Route.TO_RECIPIENT)));
            ask.minOut = MINIMUM;
            _refused(ask, "TooLittle(uint256,uint256)");
            require(b.balanceOf(address(claim)) == E18, "the claim was paid out");
        }
        _untouched();
    }

    /// The same with an affiliate and with a permit.
    function test_EveryEntryDelivers() public {
        bytes memory route = Route.throughRouter(_leg(0, Route.TO_RECIPIENT));
        uint256 fee = uint256(uint160(affiliate)) << 96 | 1000;
        (address x, address y) = (address(a), address(b));
        bytes[2] memory calls = [
            abi.encodeCall(Router.swapWithFee, (x, y, E18, MINIMUM, receiver, FOREVER, fee, route)),
            abi.encodeCall(Router.swapWithPermit, (x, y, E18, MINIMUM, receiver, FOREVER, fee, route, new bytes(102)))
        ];
        for (uint256 i = 0; i < 2; i++) {
            _plan(_owed(receiver));
            vm.prank(payer);
            (bool ok, bytes memory answer) = address(router).call(calls[i]);
            require(!ok && a.balanceOf(payer) == HELD, "paid for a claim");
            _same(answer, "TooLittle(uint256,uint256)");
        }
    }

    /// A keeper deposits into the vault that buys, and gets the shares.
    function test_VaultPaidWithADepositOfTheKeepers() public {
        KeptVault vault = new KeptVault(a, b, router);
        a.mint(address(vault), E18);
        b.mint(address(thief), E18);
        thief.approve(address(b), address(vault));
        thief.plan(address(vault), abi.encodeCall(KeptVault.deposit, (E18)));
        bytes memory legs = _leg(0, Route.TO_RECIPIENT);
        vm.prank(attacker);
        (bool ok, bytes memory answer) =
            address(vault).call(abi.encodeCall(KeptVault.rebalance, (E18, E18, Route.throughRouter(legs))));
        require(!ok && a.balanceOf(address(vault)) == E18, "the vault paid for a deposit");
        _same(answer, "TooLittle(uint256,uint256)");

        // Known limit: an unmarked route counts what the recipient gains, no matter who paid it.
        vm.prank(attacker);
        vault.rebalance(E18, E18, legs);
        require(vault.shares(address(thief)) == E18 && a.balanceOf(address(thief)) == E18, "no such limit any more");
    }

    /// Known limit: it works in a plain swap, whose caller chose the pools.
    function test_WithoutTheMarkWhateverTheRecipientGainsCounts() public {
        _plan(_owed(receiver));
        Ask memory ask = _ask(address(a), address(b), E18, _leg(0, Route.TO_RECIPIENT));
        ask.minOut = MINIMUM;
        require(_done(ask) == E18, "no such limit any more");
    }

    /// A false wrapped form triggers the recipient's own claim of the true one. Without legs nothing comes through the
    /// router: such a route may name only the output token.
    function test_WrappingPaidWithTheRecipientsOwnClaim() public {
        Claim claim = new Claim(PlainToken(weth), receiver);
        PlainToken(weth).transfer(address(claim), E18);
        ClaimingWrapped false_ = new ClaimingWrapped();
        false_.plan(address(claim), abi.encodeCall(Claim.release, ()));
        _refused(_ask(address(0), weth, E18, abi.encodePacked(address(false_))), "MalformedRoute()");
        bytes memory marked = abi.encodePacked(address(false_), Route.THROUGH_ROUTER);
        _refused(_ask(address(0), weth, E18, marked), "MalformedRoute()");
        require(payer.balance == HELD, "paid for a claim");
    }

    /// Known limit: an order does not name who may fill it. Anyone who sees it in flight can fill it first, and gets
    /// the relayer's fee and the surplus above the minimum.
    function test_AnybodyMayFillAnOrder() public {
        Order memory order = _order();
        order.amountOutMin = E18 * 9 / 10;
        bytes memory signature = _sign(order);
        thief.set(order.amountOutMin, false);
        b.mint(address(thief), order.amountOutMin);
        bytes memory data = abi.encodeCall(Router.fillOrder, (order, signature, "", _leg(0, Route.TO_RECIPIENT)));
        uint256 before = a.balanceOf(attacker);
        vm.prank(attacker);
        (bool ok,) = address(router).call(data);
        require(ok && a.balanceOf(attacker) - before == order.swapFee, "no such limit any more");
        require(b.balanceOf(receiver) == 1 + order.amountOutMin, "less than the minimum");
        bytes memory answer;
        (ok, answer) = _fill(order, signature, _direct(true));
        require(!ok, "filled twice");
        _same(answer, "NonceUsed(uint256)");
    }

    // An honest output is paid to the last unit.

    function testFuzz_DeliversWhatADirectSwapGives(uint256 amountIn, uint256 shape, bool order) public {
        amountIn = bound(amountIn, 1e6, 1e21);
        (bytes memory legs, address bought) = _shape(shape);
        Ask memory ask = _ask(address(a), bought, amountIn, legs);
        uint256 snapshot = vm.snapshotState();
        uint256 foreseen = _done(ask);
        vm.revertToState(snapshot);
        uint256 before = _balance(bought, receiver);
        uint256 given;
        if (order) {
            Order memory one = _order();
            (one.amountIn, one.toAsset, one.amountOutMin) = (amountIn, bought, foreseen);
            (one.swapFee, one.affiliateFee) = (0, 0);
            (bool ok, bytes memory answer) = _fill(one, _sign(one), legs);
            require(ok, "was refused");
            given = abi.decode(answer, (uint256));
        } else {
            (ask.route, ask.minOut) = (_marked(legs, bought), foreseen);
            given = _done(ask);
        }
        require(given == foreseen, "another output than the direct one");
        require(_balance(bought, receiver) - before == foreseen, "not what the receiver gained");
        _untouched();
    }

    function testFuzz_NativeInDelivers(uint256 amountIn) public {
        amountIn = bound(amountIn, 1e6, 1e21);
        uint256 foreseen = _quoteV3(pool[weth][address(a)], weth, address(a), amountIn);
        bytes memory leg = Route.callback(Route.TO_RECIPIENT, pool[weth][address(a)], weth, address(a), 0);
        Ask memory ask = _ask(address(0), address(a), amountIn, _marked(bytes.concat(abi.encodePacked(weth), leg), address(0)));
        ask.minOut = foreseen;
        require(_done(ask) == foreseen && a.balanceOf(receiver) == 1 + foreseen, "not what the pool gives");
        _untouched();
    }

    /// The mark has no meaning without a leg and is no leg: it may be there once, before the first leg.
    function test_MarkStandsBeforeTheFirstLegAndNowhereElse() public {
        _refused(_ask(address(0), weth, E18, abi.encodePacked(weth, Route.THROUGH_ROUTER)), "TooLittle(uint256,uint256)");
        bytes memory legs = _direct(true);
        bytes memory twice = Route.throughRouter(Route.throughRouter(legs));
        (bool ok,) = _try(_ask(address(a), address(b), E18, twice));
        require(!ok, "twice");
        (ok,) = _try(_ask(address(a), address(b), E18, bytes.concat(legs, Route.THROUGH_ROUTER)));
        require(!ok, "at the end");
        _refused(_ask(address(a), address(b), E18, abi.encodePacked(Route.THROUGH_ROUTER)), "MalformedRoute()");
        bytes memory leg = Route.callback(Route.TO_RECIPIENT, pool[weth][address(a)], weth, address(a), 0);
        bytes memory first = bytes.concat(Route.THROUGH_ROUTER, abi.encodePacked(weth), leg);
        (ok,) = _try(_ask(address(0), address(a), E18, first));
        require(!ok, "before the wrapped form");
        for (uint256 i = 0; i < 0xff; i++) {
            (ok,) = _try(_ask(address(a), address(b), E18, bytes.concat(bytes1(uint8(i)), legs)));
            require(!ok, "another byte");
        }
        _untouched();
    }

    /// Bytes beyond the route's end do not belong to the route.
    function test_NoMarkBeyondTheRoutesEnd() public {
        bytes memory data = _calldata(_ask(address(0), weth, E18, abi.encodePacked(weth)));
        data[4 + 8 * 32 + 20] = Route.THROUGH_ROUTER;
        vm.prank(payer);
        (bool ok,) = address(router).call{value: E18}(data);
        require(ok && _balance(weth, receiver) == 1 + E18, "read beyond the end");
        _untouched();
    }

    /// @dev Several shapes of routes that sell `a`, and their output tokens.
    function _shape(uint256 which) private view returns (bytes memory legs, address bought) {
        which %= 5;
        if (which < 2) return (_direct(which == 0), address(b));
        if (which == 2) return (_split(), address(b));
        if (which == 3) {
            bytes memory leg = Route.push(Route.TO_RECIPIENT, pair[weth][address(a)], address(a), weth, 0);
            return (bytes.concat(abi.encodePacked(weth), leg), address(0));
        }
        bytes memory first = Route.callback(Route.TO_NEXT_POOL, pool[address(a)][address(b)], address(a), address(b), 0);
        address second = pair[address(b)][address(c)];
        uint8 flags = Route.TO_RECIPIENT | Route.IS_FED;
        return (bytes.concat(first, Route.push(flags, second, address(b), address(c), 0)), address(c));
    }

    /// @dev Inserts the mark, after the wrapped form if there is one.
    function _marked(bytes memory route, address bought) private view returns (bytes memory) {
        if (bought != address(0)) return Route.throughRouter(route);
        bytes memory legs = new bytes(route.length - 20);
        for (uint256 i = 0; i < legs.length; i++) legs[i] = route[i + 20];
        return bytes.concat(abi.encodePacked(weth), Route.throughRouter(legs));
    }

    /// @dev One leg through the attacker's pool, as each kind of pool.
    function _leg(uint256 kind, uint8 flags) private view returns (bytes memory) {
        kind %= MOVES;
        (address x, address y) = (address(a), address(b));
        if (kind == 0) return Route.callback(flags, address(thief), x, y, 0);
        if (kind == 1) return Route.push(flags, address(thief), x, y, 0);
        if (kind == 2) return Route.vault(flags, address(thief), x, y, address(0));
        return Route.adapter(flags, address(thief), y, address(0));
    }

    function _owed(address beneficiary) private returns (Claim claim) {
        claim = new Claim(b, beneficiary);
        b.mint(address(claim), E18);
    }

    function _plan(Claim claim) private {
        thief.plan(address(claim), abi.encodeCall(Claim.release, ()));
    }

    function _unfilled(Order memory order, bytes memory route) private {
        (bool ok, bytes memory answer) = _fill(order, _sign(order), route);
        require(!ok && a.balanceOf(owner) == HELD, "the owner paid for a claim");
        require(a.balanceOf(relayer) == 1 && b.balanceOf(receiver) == 1, "something moved");
        _same(answer, "TooLittle(uint256,uint256)");
        _untouched();
    }
}
