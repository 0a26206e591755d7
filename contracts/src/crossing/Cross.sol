// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

/// What a seller agrees to, by calling with it or by signing it: `fromAsset` here for `toAsset` on another network. It
/// costs at most amountIn + swapFee. The route here is not part of it: a minimum protects the seller.
struct Cross {
    /// The seller, who pays.
    address sender;
    /// On the other network.
    address recipient;
    /// On this network: the bridge pays the bridged asset back to it if nobody fills the deposit by `toDeadline`.
    address refundTo;
    /// The zero address for the native currency, which only its owner can sell, by `cross`.
    address fromAsset;
    /// The amount traded: net of `swapFee`.
    uint256 amountIn;
    /// Of `fromAsset`, for the caller who submits the signed words; 0 with native currency.
    uint256 swapFee;
    /// The Swapline Router of this network.
    address router;
    /// Across's SpokePool of this network, or another bridge's contract that takes the same call.
    address bridge;
    /// The asset deposited there.
    address bridgeAsset;
    /// The least of `bridgeAsset` that is deposited.
    uint256 bridgeAmountMin;
    /// What the bridge has to pay for 10^18 units deposited, in units of `toBridgeAsset`: the bridge's proportional fee
    /// and the difference of decimals.
    uint256 bridgeRate;
    /// What the bridge may keep besides, in units of `toBridgeAsset`.
    uint256 bridgeFee;
    /// The other network's EIP-155 chain id.
    uint256 toNetwork;
    /// Whom the bridge pays: the other network's Crossing; or the recipient, if it buys what the bridge pays.
    address receiver;
    /// The Swapline Router of the other network.
    address toRouter;
    /// The asset that the bridge pays there.
    address toBridgeAsset;
    /// The zero address for the other network's native currency.
    address toAsset;
    uint256 amountOutMin;
    /// keccak-256 of what the swap on the other network is given: abi.encode(gas, route). If that were a submitter's choice,
    /// the swap could be made to fail at the seller's cost.
    bytes32 arrivalHash;
    /// The last second in which it may start, seconds since 1970.
    uint256 deadline;
    /// The last second for the bridge's payment and for the swap on the other network.
    uint256 toDeadline;
    /// With Permit2 its nonce, else one of this contract's. Unused by `cross`.
    uint256 nonce;
}

string constant CROSSING_NAME = "Swapline Crossing";
string constant CROSSING_VERSION = "1";

/// @notice EIP-712 over `Cross`.
library Crosses {
    /// The type, as Permit2 appends it to its own: the witness, its type, and Permit2's second type, in order.
    string internal constant WITNESS =
        "Cross witness)Cross(address sender,address recipient,address refundTo,address fromAsset,uint256 amountIn,uint256 swapFee,address router,address bridge,address bridgeAsset,uint256 bridgeAmountMin,uint256 bridgeRate,uint256 bridgeFee,uint256 toNetwork,address receiver,address toRouter,address toBridgeAsset,address toAsset,uint256 amountOutMin,bytes32 arrivalHash,uint256 deadline,uint256 toDeadline,uint256 nonce)TokenPermissions(address token,uint256 amount)";
    bytes32 private constant TYPE = keccak256(
        "Cross(address sender,address recipient,address refundTo,address fromAsset,uint256 amountIn,uint256 swapFee,address router,address bridge,address bridgeAsset,uint256 bridgeAmountMin,uint256 bridgeRate,uint256 bridgeFee,uint256 toNetwork,address receiver,address toRouter,address toBridgeAsset,address toAsset,uint256 amountOutMin,bytes32 arrivalHash,uint256 deadline,uint256 toDeadline,uint256 nonce)"
    );
    bytes32 private constant DOMAIN =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");

    /// @return the 32 bytes that the sender's key signs
    /// @dev The domain is computed each time: a forked chain has another id.
    function digest(Cross calldata cross) internal view returns (bytes32) {
        bytes32 domain = keccak256(
            abi.encode(
                DOMAIN,
                keccak256(bytes(CROSSING_NAME)),
                keccak256(bytes(CROSSING_VERSION)),
                block.chainid,
                address(this)
            )
        );
        return keccak256(abi.encodePacked(hex"1901", domain, hash(cross)));
    }

    /// @return the struct's hash: also Permit2's witness
    function hash(Cross calldata cross) internal pure returns (bytes32) {
        return keccak256(abi.encode(TYPE, cross));
    }
}
