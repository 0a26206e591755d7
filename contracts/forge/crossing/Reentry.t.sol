// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {Route} from "../rig/Route.sol";
import {vm} from "../rig/Vm.sol";
import {CrossingRig} from "./CrossingRig.sol";
import {CallingToken} from "./FalseParts.sol";
import {Claim, Cross, Delivery, ICrossing} from "./ICrossing.sol";
import {SpokeDouble} from "./SpokeDouble.sol";

/// Whatever is called while a crossing, a payment or a claim is under way finds every entry shut, and the same call
/// succeeds when nothing is under way.
contract CrossingReentryTest is CrossingRig {
    uint256 private constant ENTRIES = 6;

    CallingToken private token;
    Claim private open;

    function setUp() public override {
        super.setUp();
        token = new CallingToken();
        token.mint(payer, HELD);
        token.mint(filler, HELD);
        token.mint(address(token), HELD);
        token.mint(owner, HELD);
        address[4] memory all = [payer, filler, owner, address(token)];
        for (uint256 i = 0; i < 4; i++) {
            _approve(all[i], address(token), address(crossing));
            _approve(all[i], address(token), address(spoke));
        }
        a.mint(address(token), HELD);
        _approve(address(token), address(a), address(crossing));
    }

    function test_WhileItCrosses() public {
        for (uint256 i = 0; i < ENTRIES; i++) {
            _plan(i);
            Cross memory order = _cross();
            (order.fromAsset, order.bridgeAsset) = (address(token), address(token));
            _crossed(order);
            _wasShutOut(i);
        }
    }

    function test_WhileTheBridgePays() public {
        for (uint256 i = 0; i < ENTRIES; i++) {
            Delivery memory delivery = _delivery();
            delivery.toAsset = address(token);
            vm.prank(filler);
            token.transfer(address(crossing), E18);
            _plan(i);
            (bool ok, bytes memory answer) = _call(
                attacker,
                0,
                abi.encodeCall(
                    ICrossing.handleV3AcrossMessage, (address(token), E18, attacker, _message(delivery, ""))
                )
            );
            if (!ok) _bubble(answer);
            _wasShutOut(i);
        }
    }

    function test_WhileAClaimIsReleased() public {
        Delivery memory delivery = _delivery();
        (delivery.toAsset, delivery.amountOutMin) = (address(token), E18 + 1);
        for (uint256 i = 0; i < ENTRIES; i++) {
            _fill(token, E18, _message(delivery, ""));
            Claim memory claim = Claim(address(token), E18, delivery, keccak256(""));
            _plan(i);
            _done(abi.encodeCall(ICrossing.release, (claim)));
            _wasShutOut(i);
        }
    }

    function test_WhileAClaimIsTriedAgain() public {
        token.mint(address(this), POOLED);
        _pair(address(token), address(c));
        bytes memory route =
            Route.push(Route.TO_RECIPIENT, pair[address(token)][address(c)], address(token), address(c), 0);
        for (uint256 i = 0; i < ENTRIES; i++) {
            _fill(token, E18, _message(_delivery(), hex"01"));
            Claim memory claim = Claim(address(token), E18, _delivery(), keccak256(hex"01"));
            _plan(i);
            _done(abi.encodeCall(ICrossing.retry, (claim, route)));
            _wasShutOut(i);
        }
    }

    /// A relayer's hook takes what has just arrived and leaves one unit: the fill reverts.
    function test_HookTakesWhatHasArrived() public {
        Delivery memory mine = _delivery();
        (mine.recipient, mine.toAsset) = (attacker, address(token));
        Delivery memory theirs = _delivery();
        theirs.toAsset = address(token);
        token.plan(
            address(crossing),
            abi.encodeCall(ICrossing.handleV3AcrossMessage, (address(token), 0, attacker, _message(mine, "")))
        );
        vm.prank(filler);
        (bool ok, bytes memory answer) = address(spoke).call(
            abi.encodeCall(SpokeDouble.fill, (address(token), address(crossing), E18, _message(theirs, "")))
        );
        require(!ok, "the payment was taken");
        _same(answer, "NothingArrived(uint256,uint256)");
    }

    function _done(bytes memory data) private {
        (bool ok, bytes memory answer) = _call(receiver, 0, data);
        if (!ok) _bubble(answer);
    }

    function _plan(uint256 i) private {
        b.transfer(address(crossing), 1);
        token.plan(address(crossing), _entry(i));
    }

    function _entry(uint256 i) private returns (bytes memory) {
        Cross memory order = _cross();
        if (i == 0) {
            order.sender = address(token);
            return abi.encodeCall(ICrossing.cross, (order, "", _direct(false), _there()));
        }
        if (i == 1) {
            order = _signedCross();
            order.nonce = uint256(keccak256(abi.encode(gasleft())));
            return abi.encodeCall(ICrossing.crossOrder, (order, _signCross(order), "", _direct(false), _there()));
        }
        if (i == 2) {
            Delivery memory mine = _delivery();
            (mine.recipient, mine.toAsset) = (attacker, address(b));
            return abi.encodeCall(
                ICrossing.handleV3AcrossMessage, (address(b), 1, attacker, _message(mine, ""))
            );
        }
        open = Claim(address(c), 10, Delivery(address(router), address(a), receiver, 1, FOREVER), keccak256("\x01"));
        if (i == 5) open.delivery.deadline = NOW - 1;
        _fill(c, 10, _message(open.delivery, hex"01"));
        if (i == 3) return abi.encodeCall(ICrossing.retry, (open, hex"01"));
        if (i == 4) return abi.encodeCall(ICrossing.crossPermit2, (order, "", _direct(false), _there()));
        return abi.encodeCall(ICrossing.release, (open));
    }

    function _wasShutOut(uint256 i) private {
        require(token.tried(), "was never called");
        require(!token.succeeded(), "got in");
        _same(token.answer(), "Reentered()");
        token.plan(address(0), "");
        // By itself each works, but a retry of a bad route and an unsigned crossing, which are refused for that.
        (bool ok, bytes memory answer) = _call(address(token), 0, _entry(i));
        if (i == 3) _same(answer, "MalformedRoute()");
        else require(ok == (i != 4), "is no good by itself");
    }
}
