// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {Closed, Receiver} from "../mocks/Accounts.sol";
import {Route} from "../rig/Route.sol";
import {Router} from "../rig/Router.sol";
import {Trade} from "../rig/Trade.sol";
import {vm} from "../rig/Vm.sol";

/// Native currency in and out.
contract NativeTest is Trade {
    address private constant NATIVE = address(0);

    function testFuzz_NativeIn(uint256 amountIn, bool callback) public {
        amountIn = bound(amountIn, 1e4, HELD);
        uint256 foreseen = callback
            ? _quoteV3(pool[weth][address(a)], weth, address(a), amountIn)
            : _quoteV2(pair[weth][address(a)], weth, address(a), amountIn);
        uint256 paid = payer.balance;
        uint256 held = a.balanceOf(receiver);
        require(_done(_in(amountIn, callback)) == foreseen, "not what the pool gives");
        require(a.balanceOf(receiver) - held == foreseen, "not what the receiver gained");
        require(paid - payer.balance == amountIn, "not what was sold");
        _untouched();
    }

    function testFuzz_NativeOut(uint256 amountIn, bool callback) public {
        amountIn = bound(amountIn, 1e4, HELD);
        uint256 foreseen = callback
            ? _quoteV3(pool[weth][address(a)], address(a), weth, amountIn)
            : _quoteV2(pair[weth][address(a)], address(a), weth, amountIn);
        uint256 held = receiver.balance;
        require(_done(_out(amountIn, callback)) == foreseen, "not what the pool gives");
        require(receiver.balance - held == foreseen, "not what the receiver gained");
        _untouched();
    }

    function test_NativeOutBelowTheMinimumIsRefused() public {
        Ask memory ask = _out(E18, true);
        ask.minOut = _quoteV3(pool[weth][address(a)], address(a), weth, E18) + 1;
        _refused(ask, "TooLittle(uint256,uint256)");
        ask.minOut -= 1;
        _done(ask);
    }

    function testFuzz_WrapAndUnwrap(uint256 amountIn) public {
        amountIn = bound(amountIn, 1, HELD);
        uint256 held = _balance(weth, receiver);
        _done(_ask(NATIVE, weth, amountIn, abi.encodePacked(weth)));
        require(_balance(weth, receiver) - held == amountIn, "not wrapped one for one");
        held = receiver.balance;
        _done(_ask(weth, NATIVE, amountIn, abi.encodePacked(weth)));
        require(receiver.balance - held == amountIn, "not unwrapped one for one");
        _untouched();
    }

    function testFuzz_OtherValueThanSoldIsRefused(uint256 value) public {
        Ask memory ask = _in(E18, true);
        ask.value = bound(value, 0, HELD);
        if (ask.value == E18) ask.value += 1;
        _refused(ask, "WrongValue(uint256,uint256)");
    }

    function test_InputThatNoLegSpendsIsRefused() public {
        bytes memory half = bytes.concat(
            abi.encodePacked(weth), Route.push(Route.TO_RECIPIENT, pair[weth][address(a)], weth, address(a), _half())
        );
        _refused(_ask(NATIVE, address(a), E18, half), "InputLeft(uint256)");
    }

    function test_RecipientRefuses() public {
        Ask memory ask = _out(E18, true);
        Receiver proud = new Receiver();
        proud.set(Receiver.Mode.Refuse);
        ask.recipient = address(proud);
        _refused(ask, "NativeRefused(address)");
        ask.recipient = address(new Closed());
        _refused(ask, "NativeRefused(address)");
        _untouched();
    }

    /// It would wrap its payment for the router, where the next caller takes it.
    function test_RecipientIsTheWrappedForm() public {
        Ask memory unwrap = _ask(weth, NATIVE, E18, abi.encodePacked(weth));
        Ask[3] memory asks = [_out(E18, false), _out(E18, true), unwrap];
        for (uint256 i = 0; i < 3; i++) {
            asks[i].recipient = weth;
            _refused(asks[i], "WrongRecipient(address)");
        }
        _untouched();

        // as a token, the wrapped form may go to any recipient
        Ask memory wrap = _ask(NATIVE, weth, E18, abi.encodePacked(weth));
        wrap.recipient = weth;
        _done(wrap);
        _untouched();
    }

    function test_RecipientBurnsGas() public {
        Ask memory ask = _out(E18, true);
        Receiver burning = new Receiver();
        burning.set(Receiver.Mode.Burn);
        ask.recipient = address(burning);
        uint256 before = a.balanceOf(payer);
        bytes memory data = _calldata(ask);
        vm.prank(payer);
        (bool ok,) = address(router).call{gas: 5_000_000}(data);
        require(!ok && a.balanceOf(payer) == before, "went through");
        _untouched();
    }

    function test_SomebodySendsNative() public {
        address[4] memory senders = [attacker, weth, pool[weth][address(a)], payer];
        for (uint256 i = 0; i < 4; i++) {
            vm.deal(senders[i], 1e20);
            vm.prank(senders[i]);
            (bool ok,) = address(router).call{value: 1}("");
            require(!ok, "took a donation");
        }
    }

    function test_RouteWithoutTheWrappedForm() public {
        _refused(_ask(NATIVE, weth, E18, ""), "MalformedRoute()");
        _refused(_ask(weth, NATIVE, E18, new bytes(19)), "MalformedRoute()");
    }

    /// The affiliate is paid in native currency and may refuse it: then the whole swap reverts.
    function test_AffiliateThatReverts() public {
        Receiver proud = new Receiver();
        proud.set(Receiver.Mode.Refuse);
        bytes memory data = abi.encodeCall(
            Router.swapWithFee,
            (NATIVE, address(a), E18, 1, receiver, FOREVER, uint256(uint160(address(proud))) << 96 | 1000, _in(E18, true).route)
        );
        uint256 before = payer.balance;
        vm.prank(payer);
        (bool ok, bytes memory answer) = address(router).call{value: E18}(data);
        require(!ok && payer.balance == before, "went through");
        _same(answer, "NativeRefused(address)");
        _untouched();
    }

    function _in(uint256 amountIn, bool callback) private view returns (Ask memory) {
        bytes memory leg = callback
            ? Route.callback(Route.TO_RECIPIENT, pool[weth][address(a)], weth, address(a), 0)
            : Route.push(Route.TO_RECIPIENT, pair[weth][address(a)], weth, address(a), 0);
        return _ask(NATIVE, address(a), amountIn, bytes.concat(abi.encodePacked(weth), leg));
    }

    function _out(uint256 amountIn, bool callback) private view returns (Ask memory) {
        bytes memory leg = callback
            ? Route.callback(Route.TO_RECIPIENT, pool[weth][address(a)], address(a), weth, 0)
            : Route.push(Route.TO_RECIPIENT, pair[weth][address(a)], address(a), weth, 0);
        return _ask(address(a), NATIVE, amountIn, bytes.concat(abi.encodePacked(weth), leg));
    }
}
