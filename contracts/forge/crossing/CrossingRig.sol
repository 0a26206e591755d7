// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {PlainToken} from "../../test/PlainToken.sol";
import {Code} from "../rig/Code.sol";
import {Route} from "../rig/Route.sol";
import {Signed} from "../rig/Signed.sol";
import {vm} from "../rig/Vm.sol";
import {Arrival, Claim, Cross, Delivery, ICrossing} from "./ICrossing.sol";
import {SpokeDouble} from "./SpokeDouble.sol";

/// @notice The Crossing's own bytes beside the router. One contract is both sides, so that a crossing's money and open
/// claims lie in one balance: a is sold for b, b is bridged, c is bought with what the bridge pays.
abstract contract CrossingRig is Signed {
    uint256 internal constant THERE = 8453;
    uint256 internal constant LATE = NOW + 1 hours;
    /// The bridge keeps 0.05 % and 1000 units.
    uint256 internal constant RATE = 0.9995e18;
    uint256 internal constant BRIDGE_FEE = 1000;

    ICrossing internal crossing;
    SpokeDouble internal spoke;
    address internal filler = address(0xF111);
    address internal refunded = address(0x4EF);

    function setUp() public virtual override {
        super.setUp();
        crossing = ICrossing(Code.create(Code.built("Crossing")));
        spoke = new SpokeDouble();
        address[4] memory all = tokens();
        for (uint256 i = 0; i < 4; i++) {
            _approve(payer, all[i], address(crossing));
            _approve(owner, all[i], address(crossing));
            _approve(victim, all[i], address(crossing));
            _approve(attacker, all[i], address(spoke));
            _fundFiller(PlainToken(all[i]));
        }
    }

    function _fundFiller(PlainToken token) internal {
        token.transfer(filler, HELD);
        _approve(filler, address(token), address(spoke));
    }

    function _approve(address from, address token, address spender) internal {
        vm.prank(from);
        PlainToken(token).approve(spender, type(uint256).max);
    }

    /// @notice The payer sells one a; the receiver gets c there.
    function _cross() internal view returns (Cross memory order) {
        order.sender = payer;
        order.recipient = receiver;
        order.refundTo = refunded;
        order.fromAsset = address(a);
        order.amountIn = E18;
        order.router = address(router);
        order.bridge = address(spoke);
        order.bridgeAsset = address(b);
        order.bridgeAmountMin = 1;
        order.bridgeRate = RATE;
        order.bridgeFee = BRIDGE_FEE;
        order.toNetwork = THERE;
        order.receiver = address(crossing);
        order.toRouter = address(router);
        order.toBridgeAsset = address(b);
        order.toAsset = address(c);
        order.amountOutMin = 1;
        order.deadline = NOW;
        order.toDeadline = LATE;
    }

    /// @notice The same by the owner's signature, with a fee for the relayer.
    function _signedCross() internal view returns (Cross memory order) {
        order = _cross();
        order.sender = owner;
        order.swapFee = E18 / 1000;
        order.nonce = 7;
    }

    /// The route there, by push through the v2 pool of b and c.
    function _there() internal view returns (Arrival memory) {
        return Arrival(0, _routeThere());
    }

    function _routeThere() internal view returns (bytes memory) {
        return Route.push(Route.TO_RECIPIENT, pair[address(b)][address(c)], address(b), address(c), 0);
    }

    function _try(Cross memory order, uint256 value, bytes memory permit) internal returns (bool, bytes memory) {
        bytes memory data = abi.encodeCall(ICrossing.cross, (order, permit, _direct(false), _there()));
        return _call(order.sender, value, data);
    }

    function _call(address sender, uint256 value, bytes memory data) internal returns (bool ok, bytes memory answer) {
        vm.prank(sender);
        (ok, answer) = address(crossing).call{value: value}(data);
    }

    function _crossed(Cross memory order) internal returns (uint256) {
        (bool ok, bytes memory answer) = _try(order, 0, "");
        if (!ok) _bubble(answer);
        return abi.decode(answer, (uint256));
    }

    function _uncrossed(Cross memory order, string memory err) internal {
        (bool ok, bytes memory answer) = _try(order, 0, "");
        require(!ok, "was not refused");
        _same(answer, err);
        _holdsNothing();
    }

    function _bubble(bytes memory answer) internal pure {
        assembly {
            revert(add(answer, 0x20), mload(answer))
        }
    }

    function _relayed(Cross memory order, bytes memory signature) internal returns (bool, bytes memory) {
        return _call(
            relayer, 0, abi.encodeCall(ICrossing.crossOrder, (order, signature, "", _direct(false), _there()))
        );
    }

    function _signCross(Cross memory order) internal view returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(KEY, _crossDigest(order));
        return abi.encodePacked(r, s, v);
    }

    string internal constant TYPE =
        "Cross(address sender,address recipient,address refundTo,address fromAsset,uint256 amountIn,uint256 swapFee,"
        "address router,address bridge,address bridgeAsset,uint256 bridgeAmountMin,uint256 bridgeRate,"
        "uint256 bridgeFee,uint256 toNetwork,address receiver,address toRouter,address toBridgeAsset,address toAsset,"
        "uint256 amountOutMin,uint256 deadline,uint256 toDeadline,uint256 nonce)";

    function _crossHash(Cross memory order) internal pure returns (bytes32) {
        return keccak256(abi.encode(keccak256(bytes(TYPE)), order));
    }

    /// @notice The EIP-712 digest, computed by hand, independent of contracts/src.
    function _crossDigest(Cross memory order) internal view returns (bytes32) {
        bytes32 domain = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256("Swapline Crossing"),
                keccak256("1"),
                block.chainid,
                address(crossing)
            )
        );
        return keccak256(abi.encodePacked(hex"1901", domain, _crossHash(order)));
    }

    /// @notice What the receiver is to get for `amount` of b, as the other side's message says.
    function _delivery() internal view returns (Delivery memory) {
        return Delivery(address(router), address(c), receiver, 1, LATE);
    }

    function _message(Delivery memory delivery, bytes memory route) internal pure returns (bytes memory) {
        return abi.encode(delivery, uint256(0), route);
    }

    /// @notice A payment of `amount` of `token` with this message, by an honest relayer.
    function _fill(PlainToken token, uint256 amount, bytes memory message) internal {
        vm.prank(filler);
        spoke.fill(address(token), address(crossing), amount, message);
    }

    function _unfilled(PlainToken token, uint256 amount, bytes memory message, string memory err) internal {
        vm.prank(filler);
        (bool ok, bytes memory answer) =
            address(spoke).call(abi.encodeCall(SpokeDouble.fill, (address(token), address(crossing), amount, message)));
        require(!ok, "was filled");
        _same(answer, err);
    }

    /// @notice A claim of the receiver for `amount` of b, because its minimum of c is not to be had.
    function _parked(uint256 amount) internal returns (Claim memory claim) {
        Delivery memory delivery = _delivery();
        delivery.amountOutMin = POOLED;
        claim = Claim(address(b), amount, delivery, keccak256(_routeThere()));
        _fill(b, amount, _message(delivery, _routeThere()));
        require(_isOpen(claim) == 1, "was not kept as a claim");
    }

    function _isOpen(Claim memory claim) internal view returns (uint256) {
        return crossing.claims(keccak256(abi.encode(claim)));
    }

    /// @notice The contract holds exactly its open claims, and allows nobody anything.
    function _holdsClaims(uint256 ofB) internal view {
        address[4] memory all = tokens();
        require(address(crossing).balance == 0, "ether stayed");
        for (uint256 i = 0; i < 4; i++) {
            uint256 sum = all[i] == address(b) ? ofB : 0;
            require(crossing.owed(all[i]) == sum, "another sum of claims");
            require(PlainToken(all[i]).balanceOf(address(crossing)) == sum, "holds more or less than the claims");
            require(PlainToken(all[i]).allowance(address(crossing), address(router)) == 0, "the router may take more");
            require(PlainToken(all[i]).allowance(address(crossing), address(spoke)) == 0, "the bridge may take more");
            require(PlainToken(all[i]).balanceOf(victim) == HELD, "the victim's tokens");
        }
    }

    function _holdsNothing() internal view {
        _holdsClaims(0);
    }
}
