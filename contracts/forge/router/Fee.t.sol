// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {OddToken} from "../../test/OddToken.sol";
import {Route} from "../rig/Route.sol";
import {Router} from "../rig/Router.sol";
import {Trade} from "../rig/Trade.sol";
import {vm} from "../rig/Vm.sol";

/// The affiliate fee: floor(amountIn · ppm / 10^6), at most a tenth, of the input token, before the legs.
contract FeeTest is Trade {
    function testFuzz_AffiliateGainsExactlyItsPart(uint256 amountIn, uint256 ppm, bool native) public {
        amountIn = bound(amountIn, 1e4, HELD);
        ppm = bound(ppm, 0, 100_000);
        address token = native ? address(0) : address(a);
        uint256 part = amountIn * ppm / 1e6;
        uint256 foreseen = native
            ? _quoteV3(pool[weth][address(a)], weth, address(a), amountIn - part)
            : _quoteV3(pool[address(a)][address(b)], address(a), address(b), amountIn - part);
        uint256 held = _balance(token, affiliate);
        uint256 paid = _balance(token, payer);
        (bool ok, bytes memory answer) = _swap(amountIn, ppm, affiliate, native);
        require(ok && abi.decode(answer, (uint256)) == foreseen, "not what the pool gives for the rest");
        require(_balance(token, affiliate) - held == part, "not the affiliate's part");
        require(paid - _balance(token, payer) == amountIn, "not what was sold");
        _untouched();
    }

    function testFuzz_MoreThanATenthIsRefused(uint256 ppm) public {
        ppm = bound(ppm, 100_001, type(uint96).max);
        (bool ok, bytes memory answer) = _swap(E18, ppm, affiliate, false);
        require(!ok, "was not refused");
        _same(answer, "FeeTooHigh(uint256)");
    }

    function test_ATenthIsTaken() public {
        (bool ok,) = _swap(E18, 100_000, affiliate, false);
        require(ok && a.balanceOf(affiliate) == 1 + E18 / 10, "not a tenth");
    }

    function test_NobodyAndTheRouterAreNoAffiliates() public {
        (bool ok, bytes memory answer) = _swap(E18, 1000, address(0), false);
        require(!ok, "paid nobody");
        _same(answer, "WrongAffiliate(address)");
        (ok, answer) = _swap(E18, 1000, address(router), false);
        require(!ok, "paid the router");
        _same(answer, "WrongAffiliate(address)");
    }

    /// It would wrap its fee for the router, where the next caller takes it. In tokens it may be paid.
    function test_WrappedFormIsNoAffiliateOfNative() public {
        (bool ok, bytes memory answer) = _swap(E18, 1000, weth, true);
        require(!ok, "paid the router");
        _same(answer, "WrongAffiliate(address)");
        (ok,) = _swap(E18, 1000, weth, false);
        require(ok && a.balanceOf(weth) == E18 / 1000, "not its part");
        _untouched();
    }

    function test_FeeWordZeroIsNoFee() public {
        bytes memory route = _direct(true);
        vm.prank(payer);
        router.swapWithFee(address(a), address(b), E18, 1, receiver, FOREVER, 0, route);
        _untouched();
    }

    /// All legs together sell what remains after the fee; a second leg that asks for more finds nothing.
    function test_FeeIsNotSoldAgain() public {
        uint256 before = a.balanceOf(payer);
        bytes memory route = _split();
        vm.prank(payer);
        router.swapWithFee(address(a), address(b), E18, 1, receiver, FOREVER, uint256(uint160(affiliate)) << 96 | 100_000, route);
        require(before - a.balanceOf(payer) == E18, "spent more than was sold");
        require(a.balanceOf(affiliate) == 1 + E18 / 10, "not a tenth");
        _untouched();
    }

    function test_TokenThatRefusesTheAffiliate() public {
        OddToken odd = new OddToken();
        odd.setAnswer(abi.encode(false));
        odd.mint(payer, E18);
        bytes memory data = abi.encodeCall(
            Router.swapWithFee,
            (address(odd), address(b), E18, 1, receiver, FOREVER, uint256(uint160(affiliate)) << 96 | 1000, _direct(true))
        );
        vm.prank(payer);
        (bool ok, bytes memory answer) = address(router).call(data);
        require(!ok && odd.balanceOf(affiliate) == 0, "went through");
        _same(answer, "TransferFailed(address)");
    }

    function _swap(uint256 amountIn, uint256 ppm, address to, bool native) private returns (bool, bytes memory) {
        bytes memory leg = native
            ? Route.callback(Route.TO_RECIPIENT, pool[weth][address(a)], weth, address(a), 0)
            : _direct(true);
        address tokenIn = native ? address(0) : address(a);
        address tokenOut = native ? address(a) : address(b);
        bytes memory route = native ? bytes.concat(abi.encodePacked(weth), leg) : leg;
        uint256 fee = uint256(uint160(to)) << 96 | ppm;
        bytes memory data =
            abi.encodeCall(Router.swapWithFee, (tokenIn, tokenOut, amountIn, 1, receiver, FOREVER, fee, route));
        vm.prank(payer);
        return address(router).call{value: native ? amountIn : 0}(data);
    }
}
